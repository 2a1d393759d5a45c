import { REMEMBERED_SESSION_DAYS, SESSION_HOURS } from "#contract/limits.ts";
import type { Database } from "#server/db/open.ts";
import { hashToken, newToken, type Sessions } from "#server/http/session.ts";

const HOUR_MS = 3_600_000;

/** Opens a session and answers its token, which is kept as a hash only (decision 6). */
export async function openSession(
  db: Database,
  { userId, remember, now }: { userId: number; remember: boolean; now: number },
): Promise<{ token: string; expiresAt: number }> {
  const hours = remember ? REMEMBERED_SESSION_DAYS * 24 : SESSION_HOURS;
  const token = newToken();
  const expiresAt = now + hours * HOUR_MS;
  await db.query
    .insertInto("sessions")
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: expiresAt })
    .execute();
  return { token, expiresAt };
}

/** Ends a session in every process. */
export async function endSession(
  db: Database,
  sessions: Sessions,
  tokenHash: string,
): Promise<void> {
  await db.query.transaction().execute(async (tx) => {
    await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
    await db.publish("session-ended", tokenHash, tx);
  });
  // The notice comes back here too, but perhaps only after the answer has been sent.
  sessions.forget(tokenHash);
}

/** For the housekeeping; an expired session is refused long before its row goes. */
export async function deleteExpiredSessions(db: Database, now: number): Promise<void> {
  await db.query.deleteFrom("sessions").where("expires_at", "<=", now).execute();
}
