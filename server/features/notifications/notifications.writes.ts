import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/open.ts";

/**
 * Everything here runs in the transaction of what it tells of, so that nobody is told of something
 * that did not happen. Telling the same thing twice changes nothing.
 */

/** A new follower (decision 34). */
export async function notifyFollower(
  db: Database,
  tx: Transaction,
  told: { followerId: number; followedId: number; now: number },
): Promise<void> {
  const rows = await tx
    .insertInto("notifications")
    .values({
      user_id: told.followedId,
      kind: "follower",
      actor_id: told.followerId,
      created_at: told.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .execute();
  await announce(db, tx, rows);
}

/** An invitation from the survey's owner. */
export async function notifyInvited(
  db: Database,
  tx: Transaction,
  told: { userId: number; ownerId: number; surveyId: number; now: number },
): Promise<void> {
  const rows = await tx
    .insertInto("notifications")
    .values({
      user_id: told.userId,
      kind: "invitation",
      actor_id: told.ownerId,
      survey_id: told.surveyId,
      created_at: told.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .execute();
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

/** A public survey, told to everybody who follows its owner. */
export async function notifyPublished(
  db: Database,
  tx: Transaction,
  told: { surveyId: number; ownerId: number; now: number },
): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    insert into notifications (user_id, kind, actor_id, survey_id, created_at)
    select follower_id, 'published', followed_id,
      cast(${told.surveyId} as bigint), cast(${told.now} as bigint)
    from follows where followed_id = ${told.ownerId}
    on conflict do nothing
    returning user_id`.execute(tx);
  await announce(db, tx, rows);
}

/** Marks everything up to and including `lastId` as read. */
export async function markRead(
  db: Database,
  userId: number,
  lastId: number,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await db.query
    .updateTable("notifications")
    .set({ read_at: now })
    .where("user_id", "=", userId)
    .where("id", "<=", lastId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await announce(db, undefined, [{ user_id: userId }]);
}

/** A notice larger than this many ids would not fit into one of PostgreSQL's. */
const IDS_AT_ONCE = 500;

/** Lets the open streams of these people, in every process, look at their counts again. */
export async function announce(
  db: Database,
  tx: Transaction | undefined,
  people: readonly { user_id: number }[],
): Promise<void> {
  for (let i = 0; i < people.length; i += IDS_AT_ONCE) {
    const ids = people.slice(i, i + IDS_AT_ONCE).map((person) => person.user_id);
    await db.publish("notified", ids.join(), tx);
  }
}
