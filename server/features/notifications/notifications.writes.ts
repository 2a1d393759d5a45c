import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import type {
  MutableKind,
  NotificationKind,
  NotificationSettings,
} from "#contract/endpoints/notifications.ts";
import { BATCH_ROWS, deleteBatch } from "#server/db/batches.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { PUBLISHED } from "#server/features/visibility/visibility.reads.ts";

/** What happened (R105). */
export interface NotificationEvent {
  kind: NotificationKind;
  surveyId: number | null;
  /** Distinguishes events of the same kind about a survey. */
  number?: number;
  /** Whether the recipients asked for this very event, also where they muted its kind. */
  isAskedFor?: boolean;
  now: number;
}

/** Who is notified, and who caused it; null if nobody did, as with the end of a survey. */
export interface Recipient {
  userId: number;
  actorId: number | null;
}

/**
 * Notifies the recipients who still have an account and have not muted the kind, nor are kept from
 * its author or owner by a block or a mute, unless the event is about a survey that is gone. Call it in the transaction of the event, so that nobody is
 * notified of something that did not happen. An event notifies each recipient once, however often
 * this is called.
 */
export async function createNotifications(
  db: Database,
  tx: Transaction,
  recipients: readonly Recipient[],
  { kind, surveyId, number, isAskedFor = false, now }: NotificationEvent,
): Promise<void> {
  const rowsOfRecipients = db.rows(
    ["id", "actor_id"],
    recipients.map(({ userId, actorId }) => [userId, actorId ?? 0]),
  );
  const survey = sql`cast(${surveyId} as bigint)`;
  const owner = sql`(select owner_id from surveys where id = ${survey})`;
  const { rows: notified } = await sql<{ user_id: number }>`
    insert into notifications (user_id, kind, actor_id, survey_id, number, created_at)
    select users.id, cast(${kind} as text), nullif(input.actor_id, 0), ${survey},
      cast(${number ?? null} as bigint), cast(${now} as bigint)
    from ${rowsOfRecipients} join users on users.id = input.id
    where (${survey} is null or exists (
        select 1 from surveys where id = ${survey} and ${PUBLISHED}))
      and not exists (select 1 from muted_notifications
        where muted_notifications.user_id = users.id and muted_notifications.kind = ${kind}
          and ${Number(isAskedFor)} = 0)
      and not exists (select 1 from blocks
        where (blocks.user_id, blocks.person_id) = (users.id, coalesce(nullif(input.actor_id, 0), ${owner}))
          and (blocks.kind = 'block' or ${Number(isAskedFor)} = 0))
      and not exists (select 1 from blocks
        where (blocks.user_id, blocks.person_id) = (coalesce(nullif(input.actor_id, 0), ${owner}), users.id)
          and blocks.kind = 'block')
    on conflict do nothing
    returning user_id`.execute(tx);
  await wakeBrowsers(db, tx, notified, now);
  await refreshUnreadCounts(db, tx, notified);
}

/**
 * Has push messages looked for in the browsers of these people (ADR-068). In the transaction of the
 * notifications, so that they are seen when it is looked at.
 */
async function wakeBrowsers(
  db: Database,
  tx: Transaction,
  people: readonly { user_id: number }[],
  now: number,
): Promise<void> {
  if (people.length === 0) return;
  const ids = idRows(
    db,
    people.map((person) => person.user_id),
  );
  await sql`update push_subscriptions set wakes_at = ${now}
    where user_id in (select id from ${ids})`.execute(tx);
}

/**
 * Marks the notification of a withdrawn invitation as read. It stays, hidden, so that inviting the
 * person again does not notify them again (R224).
 */
export async function silenceInvitation(
  db: Database,
  tx: Transaction,
  { userId, surveyId }: { userId: number; surveyId: number },
  now: number,
): Promise<void> {
  await tx
    .updateTable("notifications")
    .set({ read_at: now })
    .where("user_id", "=", userId)
    .where("kind", "=", "invitation")
    .where("survey_id", "=", surveyId)
    .where("read_at", "is", null)
    .execute();
  // Other notifications about the survey may be hidden from now on too.
  await refreshUnreadCounts(db, tx, [{ user_id: userId }]);
}

/** Turns kinds of notifications on or off; existing notifications stay. */
export async function setNotificationSettings(
  db: Database,
  userId: number,
  settings: Partial<NotificationSettings>,
): Promise<void> {
  const entries = Object.entries(settings) as [MutableKind, boolean][];
  await transact(db, async (tx) => {
    for (const [kind, isOn] of entries) {
      const muted = { user_id: userId, kind };
      await (isOn
        ? tx
            .deleteFrom("muted_notifications")
            .where("user_id", "=", userId)
            .where("kind", "=", kind)
        : tx
            .insertInto("muted_notifications")
            .values(muted)
            .onConflict((conflict) => conflict.doNothing())
      ).execute();
    }
  });
}

/**
 * Deletes the notifications about a survey, or those that a person caused or received, in slices.
 * Does not refresh open unread counts.
 */
export async function deleteNotifications(
  db: Database,
  column: "actor_id" | "survey_id" | "user_id",
  id: number,
  stop?: AbortSignal,
): Promise<void> {
  const isOfOne = sql<SqlBool>`${sql.ref(column)} = ${id}`;
  while (!stop?.aborted && (await deleteBatch(db, "notifications", ["id"], isOfOne))) {
    await yieldToEventLoop();
  }
}

/** Deletes the notifications that a person caused or received, in slices. */
export async function deleteNotificationsOf(db: Database, userId: number): Promise<void> {
  await deleteNotifications(db, "actor_id", userId);
  await db.publishSoon("notified", EVERYBODY);
  await deleteNotifications(db, "user_id", userId);
}

/**
 * Deletes a slice of the notifications created before `before`; returns whether there may be more.
 * Ids grow with time, so the oldest are found along the primary key.
 */
export async function deleteOldNotifications(db: Database, before: number): Promise<boolean> {
  const oldest = await db.query
    .selectFrom("notifications")
    .select(["id", "created_at"])
    .where("id", ">", 0)
    .orderBy("id")
    .limit(BATCH_ROWS)
    .execute();
  const last = oldest.findLast(({ created_at }) => created_at < before);
  if (!last) return false;
  await transact(db, async (tx) => {
    const { rows } = await sql<{ user_id: number; read_at: number | null }>`
      delete from notifications where id <= ${last.id} and created_at < ${before}
      returning user_id, read_at`.execute(tx);
    const unread = rows.filter((row) => row.read_at === null);
    await refreshUnreadCounts(db, tx, unread);
  });
  return oldest.length === BATCH_ROWS;
}

/** Marks everything up to and including `lastId` as read. */
export async function markRead(
  db: Database,
  userId: number,
  lastId: number,
  now: number,
): Promise<void> {
  let marked = 0;
  for (let slice = BATCH_ROWS; slice === BATCH_ROWS; marked += slice) {
    const mark = sql`update notifications set read_at = ${now}
      where read_at is null and id in (select id from notifications
        where user_id = ${userId} and id <= ${lastId} and read_at is null
        limit ${BATCH_ROWS})`;
    const { numAffectedRows } = await withRetry(db, () => mark.execute(db.query));
    slice = Number(numAffectedRows);
    await yieldToEventLoop();
  }
  if (marked > 0) await refreshUnreadCounts(db, undefined, [{ user_id: userId }]);
}

/** With more notifications than this, it is cheaper to count for everybody with an open stream. */
const LOOKED_AT = 2000;

/**
 * Makes open streams send their unread counts again after `tx` commits. Call it before `tx` hides
 * notifications or shows them again: those about a survey, or those that a person caused.
 */
export async function resendUnreadCounts(
  db: Database,
  tx: Transaction,
  column: "actor_id" | "survey_id",
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ user_id: number; read_at: number | null }>`
    select user_id, read_at from notifications
    where ${sql.ref(column)} in (select id from ${idRows(db, ids)})
    limit ${LOOKED_AT + 1}`.execute(tx);
  if (rows.length > LOOKED_AT) return db.publishSoon("notified", EVERYBODY, tx);
  await refreshUnreadCounts(
    db,
    tx,
    rows.filter((row) => row.read_at === null),
  );
}

/** Replaces a list of ids: each open stream counts once, at its next heartbeat. */
export const EVERYBODY = "*";

/** PostgreSQL limits a notice to 8,000 bytes. */
const IDS_AT_ONCE = 500;

/** Makes the open streams of these people, in every process, send their unread counts again. */
export async function refreshUnreadCounts(
  db: Database,
  tx: Transaction | undefined,
  people: readonly { user_id: number }[],
): Promise<void> {
  const ids = [...new Set(people.map((person) => person.user_id))];
  for (let i = 0; i < ids.length; i += IDS_AT_ONCE) {
    await db.publishSoon("notified", ids.slice(i, i + IDS_AT_ONCE).join(), tx);
  }
}
