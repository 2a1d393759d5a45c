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

/** `email` in lower case, as the contract's `Email` makes it. */
export async function findCredentials(
  db: Database,
  email: string,
): Promise<{ id: number; passwordHash: string } | undefined> {
  const row = await db.query
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();
  return row && { id: row.id, passwordHash: row.password_hash };
}
