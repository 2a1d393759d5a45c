import { sql } from "kysely";
import type { MutableKind } from "#contract/endpoints/notifications.ts";
import { BATCH_ROWS, inBatches } from "#server/db/batches.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { isToldAt, notificationVisibleTo } from "./notifications.reads.ts";

/**
 * Somebody's notifications, newest first, in batches. Leaves out the ids of surveys that the person
 * may no longer see, and what says something of results that nobody may see now (R667).
 */
export const exportNotifications = (db: Database, id: number, now: number) =>
  inBatches(
    Number.MAX_SAFE_INTEGER,
    (last) =>
      db.query
        .selectFrom("notifications")
        .leftJoin("users", "users.id", "notifications.actor_id")
        .leftJoin("surveys", "surveys.id", "notifications.survey_id")
        .select(["notifications.id", "kind", "nickname", "notifications.created_at", "read_at"])
        .select(
          sql<number | null>`case when ${notificationVisibleTo(db, id)} then survey_id end`.as(
            "survey_id",
          ),
        )
        .where("user_id", "=", id)
        .where(isToldAt(db, now))
        .where("notifications.id", "<", last)
        .orderBy("notifications.id", "desc")
        .limit(BATCH_ROWS)
        .execute(),
    (row) => row.id,
    ({ id: _, ...row }) => ({
      ...row,
      created_at: toTimestamp(row.created_at),
      read_at: row.read_at === null ? null : toTimestamp(row.read_at),
    }),
  );

export async function readMutedKinds(db: Database, id: number): Promise<MutableKind[]> {
  const rows = await db.query
    .selectFrom("muted_notifications")
    .select("kind")
    .where("user_id", "=", id)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind }) => kind);
}
