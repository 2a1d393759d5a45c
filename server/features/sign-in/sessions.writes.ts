import { type Insertable, type Selectable, sql } from "kysely";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import type { Device } from "#contract/endpoints/open-sessions.ts";
import { KNOWN_PLACE_DAYS, REMEMBERED_SESSION_DAYS, SESSION_HOURS } from "#contract/limits.ts";
import { BATCH_ROWS, deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { createNotifications } from "#server/features/notifications/notifications.writes.ts";
import type { Sessions } from "#server/http/identity/sessions.ts";
import { hashToken, newToken } from "#server/secret/tokens.ts";
import { rememberPlace } from "./known-places.writes.ts";

/**
 * Whether the browser has proved that the account's owner signed in there before; `unsaid` for
 * clients that keep no such proof, so that only the place counts.
 */
export type BrowserProof = "proven" | "unproven" | "unsaid";

/** Where and with what somebody signs in; `place` as `placeOf` makes it. */
export interface SignInPlace {
  place: number;
  browser: BrowserProof;
  device: Device;
  /** Tells the owner of the new browser, in addition to the notification. */
  onNewBrowser?: (tx: Transaction) => Promise<void>;
}

export interface NewSession {
  userId: number;
  /** The hash of the password, if a password proved who it is. */
  passwordHash?: string;
  /** Whether it lasts for days, not hours. */
  remember: boolean;
  from?: SignInPlace;
  now: number;
}

/**
 * Opens a session for somebody who has proved who they are, in whatever way. Returns its token, of
 * which only a hash is stored (R19), and its end in milliseconds since 1970. Throws
 * `invalid_credentials` if the account was deleted or the password changed meanwhile, and what
 * `prove` throws, which checks the rest in the same transaction. The owner is notified of a new
 * browser.
 */
export const openSession = (
  db: Database,
  session: NewSession,
  prove?: (tx: Transaction) => Promise<void>,
): Promise<{ token: string; expiresAt: number }> =>
  transact(db, async (tx) => {
    await lockSignIn(db, tx, session);
    await prove?.(tx);
    return addSession(db, tx, session);
  });

/** Throws `invalid_credentials` if the account was deleted or the password changed meanwhile. */
export async function lockSignIn(
  db: Database,
  tx: Transaction,
  { userId, passwordHash }: Pick<NewSession, "userId" | "passwordHash">,
): Promise<void> {
  if (!(await lockPerson(db, tx, userId))) throw new ApiError("invalid_credentials");
  // After the lock, so that a change that came first is seen.
  if (passwordHash !== undefined && !(await hasPassword(tx, userId, passwordHash))) {
    throw new ApiError("invalid_credentials");
  }
}

/** As `openSession`, for a person who is already locked. */
export async function addSession(
  db: Database,
  tx: Transaction,
  { userId, remember, from, now }: NewSession,
): Promise<{ token: string; expiresAt: number }> {
  const hours = remember ? REMEMBERED_SESSION_DAYS * 24 : SESSION_HOURS;
  const isNew = from !== undefined && (await isNewBrowser(tx, userId, from, now));
  if (from) {
    const { place, browser } = from;
    await rememberPlace(tx, { userId, place, keepsProof: browser !== "unsaid", now });
  }
  const expiresAt = now + hours * HOUR_MS;
  const { browser = null, system = null } = from?.device ?? {};
  const session = { user_id: userId, expires_at: expiresAt, browser, system };
  const token = await insertSession(tx, { ...session, opened_at: now, seen_at: now });
  if (isNew) {
    const event = { kind: "new_browser", surveyId: null, number: now, now } as const;
    await createNotifications(db, tx, [{ userId, actorId: null }], event);
    await from.onNewBrowser?.(tx);
  }
  return { token, expiresAt };
}

/** Whether a sign-in from there would surprise the owner. */
async function isNewBrowser(
  tx: Transaction,
  userId: number,
  { place, browser }: SignInPlace,
  now: number,
): Promise<boolean> {
  if (browser === "proven") return false;
  const { rows } = await sql<{ created_at: number; places: number; here: number; proofs: number }>`
    select created_at, count(place) as places, count(keeps_proof) as proofs,
      count(case when place = ${place} then 1 end) as here
    from users left join known_places on known_places.user_id = users.id
    where users.id = ${userId} group by users.id, created_at`.execute(tx);
  const known = rows[0];
  if (!known) return false;
  // An account's very first login is expected; places of earlier logins are forgotten after a
  // while.
  if (known.places === 0) return now - known.created_at > KNOWN_PLACE_DAYS * DAY_MS;
  // If only programs, which keep no proof, signed in there, a first browser is no surprise.
  return known.here === 0 || (browser === "unproven" && known.proofs > 0);
}

type SessionFacts = Omit<Insertable<Tables["sessions"]>, "token_hash">;

/** Stores a session and returns its token. */
export async function insertSession(tx: Transaction, facts: SessionFacts): Promise<string> {
  const token = newToken();
  await tx
    .insertInto("sessions")
    .values({ ...facts, token_hash: hashToken(token) })
    .execute();
  return token;
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
 * Returns whether the person exists. Opening a session, changing a password and deleting an account
 * all lock the person first, so that none of them misses what the others do.
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

/** Ends a session in every process; in this one before it returns. */
export async function endSession(
  db: Database,
  sessions: Sessions,
  tokenHash: string,
): Promise<void> {
  await db.query.transaction().execute(async (tx) => {
    await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
    await db.publish("session-ended", tokenHash, tx);
  });
  // This process gets the message too, but perhaps only after the response has been sent.
  sessions.forget(tokenHash);
}

/**
 * Ends a person's sessions in every process, except that of `exceptHash`, and logins that wait for
 * their second step. Returns the sessions; this process has to forget their hashes once the
 * transaction has committed.
 */
export async function endSessionsOf(
  db: Database,
  tx: Transaction,
  userId: number,
  exceptHash = "",
): Promise<Selectable<Tables["sessions"]>[]> {
  const ended = await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "<>", exceptHash)
    .returning(["token_hash", "user_id", "expires_at", "browser", "system", "opened_at", "seen_at"])
    .execute();
  await tx.deleteFrom("sign_in_tickets").where("user_id", "=", userId).execute();
  for (const { token_hash } of ended) await db.publish("session-ended", token_hash, tx);
  return ended;
}

/**
 * Makes every process read a person's open sessions again, since they hold the voter's numbers.
 * Returns their hashes, which this process has to forget once the transaction has committed.
 */
export async function refreshSessionsOf(
  db: Database,
  tx: Transaction,
  userId: number,
): Promise<string[]> {
  const open = await tx
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .execute();
  for (const { token_hash } of open) await db.publish("session-ended", token_hash, tx);
  return open.map(({ token_hash }) => token_hash);
}

/** Ends all sessions of a person but one, as `endSessionsOf`; returns their token hashes. */
export const endOtherSessions = (
  db: Database,
  userId: number,
  ownHash: string,
): Promise<string[]> =>
  transact(db, async (tx) => {
    await lockPerson(db, tx, userId);
    const ended = await endSessionsOf(db, tx, userId, ownHash);
    return ended.map(({ token_hash }) => token_hash);
  });

/** Records that the session's holder has proved to own the account, until `expiresAt`. */
export async function noteProof(
  tx: Transaction,
  sessionHash: string,
  expiresAt: number,
): Promise<void> {
  await tx
    .insertInto("session_proofs")
    .values({ session_hash: sessionHash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column("session_hash").doUpdateSet({ expires_at: expiresAt }),
    )
    .execute();
}

/** Records when sessions were last used, by their token hashes. */
export async function noteSeen(db: Database, seen: ReadonlyMap<string, number>): Promise<void> {
  const entries = [...seen];
  for (let i = 0; i < entries.length; i += BATCH_ROWS) {
    const rows = db.rows(["token_hash", "seen_at"], entries.slice(i, i + BATCH_ROWS));
    await withRetry(db, () =>
      sql`update sessions set seen_at = input.seen_at from ${rows}
        where sessions.token_hash = input.token_hash
          and coalesce(sessions.seen_at, 0) < input.seen_at`.execute(db.query),
    );
  }
}

/** Deletes a batch of expired sessions, which are already refused; returns whether more may be left. */
export const deleteExpiredSessions = (db: Database, now: number): Promise<boolean> =>
  deleteBatch(db, "sessions", ["token_hash"], sql`expires_at <= ${now}`);
