import { REMEMBERED_SESSION_DAYS, SESSION_HOURS } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { ApiError } from "#server/errors.ts";
import { hashToken, newToken, type Sessions } from "#server/http/guards/sessions.ts";

const HOUR_MS = 3_600_000;

/**
 * Opens a session and answers its token, which is kept as a hash only (R19). Throws when the
 * password that was found right has been changed meanwhile, or the account deleted.
 */
export async function openSession(
  db: Database,
  person: { id: number; passwordHash: string },
  { remember, now }: { remember: boolean; now: number },
): Promise<{ token: string; expiresAt: number }> {
  const hours = remember ? REMEMBERED_SESSION_DAYS * 24 : SESSION_HOURS;
  const token = newToken();
  const expiresAt = now + hours * HOUR_MS;
  const opened = await db.query
    .insertInto("sessions")
    .columns(["user_id", "token_hash", "expires_at"])
    .expression(
      db.query
        .selectFrom("users")
        .select((eb) => ["id", eb.val(hashToken(token)).as("hash"), eb.val(expiresAt).as("end")])
        .where("id", "=", person.id)
        .where("password_hash", "=", person.passwordHash)
        .modifyEnd(db.forUpdate),
    )
    .executeTakeFirst();
  if (!opened.numInsertedOrUpdatedRows) throw new ApiError("invalid_credentials");
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

/**
 * Ends a person's sessions in every process, all of them unless one is to go on. Answers the
 * hashes that this process still has to forget, once the transaction has committed.
 */
export async function endSessionsOf(
  db: Database,
  tx: Transaction,
  userId: number,
  goesOn = "",
): Promise<string[]> {
  const ended = await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "!=", goesOn)
    .returning("token_hash")
    .execute();
  for (const session of ended) await db.publish("session-ended", session.token_hash, tx);
  return ended.map((session) => session.token_hash);
}

const DELETED_AT_ONCE = 1000;

/**
 * Deletes expired sessions, a batch at a time; answers whether any is left. They are refused long
 * before their rows go.
 */
export async function deleteExpiredSessions(db: Database, now: number): Promise<boolean> {
  const { numDeletedRows } = await db.query
    .deleteFrom("sessions")
    .where("token_hash", "in", (of) =>
      of
        .selectFrom("sessions")
        .select("token_hash")
        .where("expires_at", "<=", now)
        .limit(DELETED_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === DELETED_AT_ONCE;
}
