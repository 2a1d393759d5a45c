import type { Database } from "#server/db/open.ts";
import type { Session } from "#server/http/session.ts";

export async function findSession(db: Database, hash: string): Promise<Session | undefined> {
  const row = await db.query
    .selectFrom("sessions")
    .select(["user_id", "expires_at"])
    .where("token_hash", "=", hash)
    .executeTakeFirst();
  return row && { userId: row.user_id, expiresAt: row.expires_at };
}
