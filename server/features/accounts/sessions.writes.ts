import { REMEMBERED_SESSION_DAYS, SESSION_HOURS } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { hashToken, newToken, type Sessions } from "#server/http/guards/sessions.ts";
import { rememberPlace } from "./known-places.writes.ts";

const HOUR_MS = 3_600_000;

interface NewSession {
  userId: number;
  /** Where a password proved who it is: its hash. */
  passwordHash?: string;
  /** Whether it lasts for days, not hours. */
  remember: boolean;
  /** Where it is opened, as `placeOf` makes it. */
  place?: number;
  now: number;
}

/**
 * Opens a session for somebody who has proved who they are, in whatever way. Answers its token, of
 * which only a hash is stored (R19), and its end in milliseconds since 1970. Throws
 * `invalid_credentials` when the account was deleted, or the password changed, meanwhile.
 */
export const openSession = (
  db: Database,
  { userId, passwordHash, remember, place, now }: NewSession,
): Promise<{ token: string; expiresAt: number }> =>
  transact(db, async (tx) => {
    if (!(await lockPerson(db, tx, userId))) throw new ApiError("invalid_credentials");
    // After the lock, so that a change that came first is seen.
    if (passwordHash !== undefined && !(await hasPassword(tx, userId, passwordHash))) {
      throw new ApiError("invalid_credentials");
    }
    const hours = remember ? REMEMBERED_SESSION_DAYS * 24 : SESSION_HOURS;
    if (place !== undefined) await rememberPlace(tx, { userId, place, now });
    return insertSession(tx, userId, now + hours * HOUR_MS);
  });

/** Answers the token of a new session that ends at `expiresAt`, in milliseconds since 1970. */
export async function insertSession(
  tx: Transaction,
  userId: number,
  expiresAt: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken();
  await tx
    .insertInto("sessions")
    .values({ user_id: userId, token_hash: hashToken(token), expires_at: expiresAt })
    .execute();
  return { token, expiresAt };
}

async function hasPassword(tx: Transaction, userId: number, hash: string): Promise<boolean> {
  const credentials = await tx
    .selectFrom("credentials")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("password_hash", "=", hash)
    .executeTakeFirst();
  return credentials !== undefined;
}

/**
 * Whether the person is there. Opening a session, changing a password and deleting an account all
 * lock the person first, so that none of them misses what the others do.
 */
export async function lockPerson(db: Database, tx: Transaction, userId: number): Promise<boolean> {
  const person = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .modifyEnd(db.forUpdate)
    .executeTakeFirst();
  return person !== undefined;
}

/** Ends a session in every process, in this one before it returns. */
export async function endSession(
  db: Database,
  sessions: Sessions,
  tokenHash: string,
): Promise<void> {
  await db.query.transaction().execute(async (tx) => {
    await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
    await db.publish("session-ended", tokenHash, tx);
  });
  // The message arrives here too, but perhaps only after the response has been sent.
  sessions.forget(tokenHash);
}

/**
 * Ends all sessions of a person in every process. Answers them; this process has to forget their
 * hashes once the transaction committed.
 */
export async function endSessionsOf(
  db: Database,
  tx: Transaction,
  userId: number,
): Promise<{ tokenHash: string; expiresAt: number }[]> {
  const ended = await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .returning(["token_hash as tokenHash", "expires_at as expiresAt"])
    .execute();
  for (const { tokenHash } of ended) await db.publish("session-ended", tokenHash, tx);
  return ended;
}

const BATCH_ROWS = 1000;

/** Deletes a batch of expired sessions, which are refused already; answers whether more may be left. */
export async function deleteExpiredSessions(db: Database, now: number): Promise<boolean> {
  const { numDeletedRows } = await db.query
    .deleteFrom("sessions")
    .where("token_hash", "in", (of) =>
      of
        .selectFrom("sessions")
        .select("token_hash")
        .where("expires_at", "<=", now)
        .limit(BATCH_ROWS),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === BATCH_ROWS;
}
