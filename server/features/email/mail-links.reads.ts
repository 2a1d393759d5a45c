import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";

/** The links that were sent about an account and are not forgotten yet, oldest first. */
export async function readMailLinks({ query }: Database, userId: number) {
  const rows = await query
    .selectFrom("mail_links")
    .select(["purpose", "email", "created_at", "expires_at", "used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return rows.map(({ purpose, email, created_at, expires_at, used_at }) => ({
    ...{ purpose, email, sent_at: toTimestamp(created_at), expires_at: toTimestamp(expires_at) },
    used_at: used_at === null ? null : toTimestamp(used_at),
  }));
}
