import { type Expression, type SqlBool, sql } from "kysely";
import {
  MutableKind,
  type Notification,
  type NotificationSettings,
} from "#contract/endpoints/notifications.ts";
import type { Clock } from "#server/clock.ts";
import { batchReads } from "#server/db/batch-reads.ts";
import { hasMany } from "#server/db/batches.ts";
import { idRows } from "#server/db/bulk.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { isOpenTo, isQuietAt, isSharedWith } from "#server/features/visibility/visibility.reads.ts";

/** A person's notifications, newest first, without those about surveys they may no longer see. */
export async function readNotifications(db: Database, userId: number, paging: Paging, now: number) {
  const query = db.query
    .selectFrom("notifications")
    .leftJoin("surveys", "surveys.id", "notifications.survey_id")
    .leftJoin("users", "users.id", "notifications.actor_id")
    // Of the latest change only; who led at earlier ones is not kept.
    .leftJoin("leaders", (join) =>
      join
        .onRef("leaders.survey_id", "=", "notifications.survey_id")
        .onRef("changes", "=", "number")
        .on("kind", "=", "leader"),
    )
    .leftJoin("options", "options.id", "notified_option_id")
    .select([
      "notifications.id",
      "kind",
      "notifications.created_at",
      "read_at",
      "number",
      "notifications.survey_id",
      "options.content as leader",
      "question",
      "actor_id",
      "users.name",
      "users.nickname",
      "users.image",
    ])
    .where("notifications.user_id", "=", userId)
    .where(notificationVisibleTo(db, userId))
    .where(isToldAt(db, now));
  return cutPage(
    await readPage(query, ["notifications.id"], paging),
    paging.limit,
    (row) => [row.id],
    (row): Notification => ({
      id: row.id,
      kind: row.kind,
      user:
        row.actor_id === null || row.name === null || row.nickname === null
          ? null
          : { id: row.actor_id, name: row.name, nickname: row.nickname, image: row.image },
      survey:
        row.survey_id === null || row.question === null
          ? null
          : { id: row.survey_id, question: row.question },
      votes: row.kind === "milestone" ? row.number : null,
      ...(row.leader !== null && { leader: row.leader }),
      created_at: toTimestamp(row.created_at),
      read: row.read_at !== null,
    }),
  );
}

/** Which kinds a person wants. */
export async function readNotificationSettings(
  db: Database,
  userId: number,
): Promise<NotificationSettings> {
  const rows = await db.query
    .selectFrom("muted_notifications")
    .select("kind")
    .where("user_id", "=", userId)
    .execute();
  const muted = new Set(rows.map(({ kind }) => kind));
  const settings = MutableKind.options.map((kind) => [kind, !muted.has(kind)]);
  return Object.fromEntries(settings) as NotificationSettings;
}

/**
 * The highest unread count shown: counting a hundred thousand at each event would hold up others. A
 * literal in the statement, since PostgreSQL would plan to read the whole table for a parameter.
 */
const COUNTED_TO = 1000;

/**
 * Returns a function that counts a person's unread notifications, up to `COUNTED_TO`. Calls in the
 * same turn of the event loop share one query.
 */
export const createUnreadCounter = (db: Database, clock: Clock) =>
  batchReads((people: number[]) => countUnread(db, people, clock.now()));

/** In the order of `people`. */
async function countUnread(
  db: Database,
  people: readonly number[],
  now: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; count: number }>`
    select input.id, (
      select count(*) from (
        select 1 from notifications
        left join surveys on surveys.id = notifications.survey_id
        where notifications.user_id = input.id and read_at is null
          and ${notificationVisibleTo(db, sql.ref("input.id"))} and ${isToldAt(db, now)}
        limit ${sql.lit(COUNTED_TO)}) as unread) as count
    from ${idRows(db, people)}`.execute(db.query);
  const counts = new Map(rows.map((row) => [row.id, row.count]));
  return people.map((id) => counts.get(id) ?? 0);
}

/**
 * Whether a notification may be shown to its recipient: not while its survey is hidden from them
 * (R105), and not after its invitation was withdrawn.
 */
export const notificationVisibleTo = (db: Database, user: number | Expression<number>) =>
  sql<SqlBool>`(notifications.survey_id is null
    or (${isOpenTo(db, user)} and kind <> 'invitation') or ${isSharedWith(db, user)})`;

/** Whether a notification says nothing of results that nobody may see now (R665). */
export const isToldAt = (db: Database, now: number) =>
  sql<SqlBool>`(kind not in ('milestone', 'leader', 'ended') or not ${isQuietAt(db, now)})`;

/** Whether a person caused or received so many that deleting them at once delays others. */
export const hasManyNotifications = (db: Database, userId: number): Promise<boolean> =>
  hasMany(
    db,
    sql`select 1 from notifications where actor_id = ${userId}`,
    sql`select 1 from notifications where user_id = ${userId}`,
  );
