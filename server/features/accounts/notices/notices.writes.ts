import type { Database } from "#server/db/database.ts";

/** Succeeds even if the person has no such notice or has already dismissed it. */
export async function dismiss(db: Database, userId: number, name: string): Promise<void> {
  await db.query
    .deleteFrom("unseen_notices")
    .where("user_id", "=", userId)
    .where("notice", "=", name)
    .execute();
}
