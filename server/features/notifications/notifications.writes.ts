import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type { NotificationKind } from "#contract/notifications.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { withRetry } from "#server/db/transact.ts";

/** What people are told of (R105). */
export interface News {
  kind: NotificationKind;
  surveyId: number | null;
  now: number;
}

/** Who is told, and who did what they are told of; nobody did what has ended. */
export interface Told {
  userId: number;
  actorId: number | null;
}

/**
 * Tells those of these people who are still there, of a survey that is. In the transaction of what
 * it tells of, nobody is told of something that did not happen. Telling the same thing twice
 * changes nothing.
 */
export async function tell(
  db: Database,
  tx: Transaction,
  people: readonly Told[],
  { kind, surveyId, now }: News,
): Promise<void> {
  const given = db.rows(
    ["id", "actor_id"],
    people.map(({ userId, actorId }) => [userId, actorId ?? 0]),
  );
  const about = sql`cast(${surveyId} as bigint)`;
  const { rows } = await sql<{ user_id: number }>`
    insert into notifications (user_id, kind, actor_id, survey_id, created_at)
    select users.id, cast(${kind} as text), nullif(given.actor_id, 0), ${about},
      cast(${now} as bigint)
    from ${given} join users on users.id = given.id
    where ${about} is null or exists (
      select 1 from surveys where id = ${about} and visibility is not null)
    on conflict do nothing
    returning user_id`.execute(tx);
  await announce(db, tx, rows);
}

/** An invitation that was taken back; a later one is told anew. */
export async function forgetInvited(
  db: Database,
  tx: Transaction,
  told: { userId: number; surveyId: number },
): Promise<void> {
  const rows = await tx
    .deleteFrom("notifications")
    .where("user_id", "=", told.userId)
    .where("kind", "=", "invitation")
    .where("survey_id", "=", told.surveyId)
    .returning("user_id")
    .execute();
  await announce(db, tx, rows);
}

/** So many take a moment; somebody may have been told, or be told of, a million times. */
const AT_ONCE = 1000;

/**
 * Deletes what people were told of a person or a survey, or what one person was told, in slices, and
 * without telling them.
 */
export async function deleteNews(
  db: Database,
  about: "actor_id" | "survey_id" | "user_id",
  id: number,
  stop?: AbortSignal,
): Promise<void> {
  for (let deleted = AT_ONCE; deleted === AT_ONCE && !stop?.aborted; ) {
    const slice = sql`delete from notifications where id in (
      select id from notifications where ${sql.ref(about)} = ${id} limit ${AT_ONCE})`;
    const { numAffectedRows } = await withRetry(db, () => slice.execute(db.query));
    deleted = Number(numAffectedRows);
    await yieldToEventLoop();
  }
}

/** Marks everything up to and including `lastId` as read. */
export async function markRead(
  db: Database,
  userId: number,
  lastId: number,
  now: number,
): Promise<void> {
  let marked = 0;
  for (let slice = AT_ONCE; slice === AT_ONCE; marked += slice) {
    const mark = sql`update notifications set read_at = ${now}
      where read_at is null and id in (select id from notifications
        where user_id = ${userId} and id <= ${lastId} and read_at is null
        limit ${AT_ONCE})`;
    const { numAffectedRows } = await withRetry(db, () => mark.execute(db.query));
    slice = Number(numAffectedRows);
    await yieldToEventLoop();
  }
  if (marked > 0) await announce(db, undefined, [{ user_id: userId }]);
}

/** A notice larger than this many ids would not fit into one of PostgreSQL's. */
const IDS_AT_ONCE = 500;

/** Lets the open streams of these people, in every process, look at their counts again. */
async function announce(
  db: Database,
  tx: Transaction | undefined,
  people: readonly { user_id: number }[],
): Promise<void> {
  const ids = [...new Set(people.map((person) => person.user_id))];
  for (let i = 0; i < ids.length; i += IDS_AT_ONCE) {
    await db.publish("notified", ids.slice(i, i + IDS_AT_ONCE).join(), tx);
  }
}
