import { type Expression, type SqlBool, sql } from "kysely";
import type { Notification } from "#contract/notifications.ts";
import { batchReads } from "#server/db/batch-reads.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Database } from "#server/db/open.ts";
import { toTimestamp } from "#server/db/timestamps.ts";

/** One's notifications, newest first, about surveys that one may still see. */
export async function listOfPerson(
  db: Database,
  userId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const [before] = readCursor(cursor, 1) ?? [];
  const rows = await db.query
    .selectFrom("notifications")
    .leftJoin("surveys", "surveys.id", "notifications.survey_id")
    .leftJoin("users", "users.id", "notifications.actor_id")
    .select([
      "notifications.id",
      "kind",
      "notifications.created_at",
      "read_at",
      "survey_id",
      "question",
      "actor_id",
      "users.name",
      "users.nickname",
      "users.image",
    ])
    .where("notifications.user_id", "=", userId)
    .where(isVisible(userId))
    .$if(before !== undefined, (query) => query.where("notifications.id", "<", before ?? 0))
    .orderBy("notifications.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(
    rows,
    limit,
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
      created_at: toTimestamp(row.created_at),
      read: row.read_at !== null,
    }),
  );
}

/**
 * Nobody is told of more; to count a hundred thousand at each event would hold all others up.
 * Written into the statement: for a limit that it does not know, PostgreSQL plans to read the table.
 */
const COUNTED_TO = 1000;

/**
 * Answers a function that counts a person's unread notifications, up to `COUNTED_TO`. What is asked
 * in the same turn is read with one query.
 */
export const createUnreadCount = (db: Database) =>
  batchReads((people: number[]) => countUnread(db, people));

/** In the order of `people`. */
async function countUnread(db: Database, people: readonly number[]): Promise<number[]> {
  const given = db.rows(
    ["user_id"],
    [...new Set(people)].map((id) => [id]),
  );
  const { rows } = await sql<{ user_id: number; count: number }>`
    select given.user_id, (
      select count(*) from (
        select 1 from notifications
        left join surveys on surveys.id = notifications.survey_id
        where notifications.user_id = given.user_id and read_at is null
          and ${isVisible(sql.ref("given.user_id"))}
        limit ${sql.lit(COUNTED_TO)}) as unread) as count
    from ${given}`.execute(db.query);
  const counts = new Map(rows.map((row) => [row.user_id, row.count]));
  return people.map((id) => counts.get(id) ?? 0);
}

/** What a person was told stays hidden while the survey is hidden from them (R105). */
export const isVisible = (user: number | Expression<number>) =>
  sql<SqlBool>`(notifications.survey_id is null
    or surveys.visibility = 'public'
    or surveys.owner_id = ${user}
    or (surveys.visibility = 'private' and exists (select 1 from invitations
      where invitations.survey_id = surveys.id and invitations.user_id = ${user})))`;
