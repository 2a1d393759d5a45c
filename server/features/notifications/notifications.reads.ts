import { type SqlBool, sql } from "kysely";
import type { Notification } from "#contract/notifications.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import { toInstant } from "#server/db/instant.ts";
import type { Database } from "#server/db/open.ts";

/** One's notifications, newest first, about surveys that one may still see. */
export async function listOfPerson(
  db: Database,
  userId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const [before] = readCursor(cursor, 1) ?? [];
  const rows = await visible(db, userId)
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
      created_at: toInstant(row.created_at),
      read: row.read_at !== null,
    }),
  );
}

export async function countUnread(db: Database, userId: number): Promise<number> {
  const { count } = await visible(db, userId)
    .select((all) => all.fn.countAll<number>().as("count"))
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** What a person was told stays hidden while the survey is hidden from them (quality P1). */
const visible = (db: Database, userId: number) =>
  db.query
    .selectFrom("notifications")
    .leftJoin("surveys", "surveys.id", "notifications.survey_id")
    .where("notifications.user_id", "=", userId)
    .where(
      sql<SqlBool>`(notifications.survey_id is null
        or surveys.visibility = 'public'
        or surveys.owner_id = ${userId}
        or (surveys.visibility = 'private' and exists (select 1 from invitations
          where invitations.survey_id = surveys.id and invitations.user_id = ${userId})))`,
    );
