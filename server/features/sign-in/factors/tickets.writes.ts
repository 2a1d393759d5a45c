import { MINUTE_MS } from "#contract/durations.ts";
import { SECOND_STEP_MINUTES } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { hashToken, newToken } from "#server/secret/tokens.ts";
import { addSession, type BrowserProof, lockSignIn, type NewSession } from "../sessions.writes.ts";
import { readMethods } from "./factors.reads.ts";

const LIFETIME_MS = SECOND_STEP_MINUTES * MINUTE_MS;
const TRIES = 5;

/** The browser of a login, as known from its first step. */
interface LoginBrowser {
  proof: BrowserProof;
  /** Which of the account's known browsers it is; null for none. */
  known: string | null;
}

/** A login that waits for its second step. */
export interface Ticket extends LoginBrowser {
  userId: number;
  remember: boolean;
}

/**
 * Opens a session, as `openSession` does, for somebody proved by a password or a provider. Throws
 * `second_factor_required` with a ticket if the account has a second factor.
 */
export async function enterByFirstStep(
  db: Database,
  session: NewSession,
  browser: LoginBrowser,
  prove?: (tx: Transaction) => Promise<void>,
): Promise<{ token: string; expiresAt: number }> {
  const entered = await transact(db, async (tx) => {
    await lockSignIn(db, tx, session);
    await prove?.(tx);
    const methods = await readMethods(tx, session.userId);
    if (methods.length === 0) return addSession(db, tx, session);
    return { ticket: await insertTicket(tx, session, browser), methods };
  });
  if ("token" in entered) return entered;
  throw new ApiError("second_factor_required", { secondStep: entered });
}

async function insertTicket(
  tx: Transaction,
  { userId, remember, now }: NewSession,
  { proof, known }: LoginBrowser,
): Promise<string> {
  const ticket = newToken();
  await tx
    .insertInto("sign_in_tickets")
    .values({
      ...{ ticket_hash: hashToken(ticket), user_id: userId, remember: remember ? 1 : 0 },
      ...{ browser: JSON.stringify({ proof, known }), expires_at: now + LIFETIME_MS },
    })
    .execute();
  return ticket;
}

/**
 * Counts one of a ticket's five tries. Throws `sign_in_expired` if the ticket is no longer valid.
 */
export async function tryTicket(db: Database, ticket: string, now: number): Promise<Ticket> {
  const row = await withRetry(db, () =>
    db.query
      .updateTable("sign_in_tickets")
      .set((old) => ({ tries: old("tries", "+", 1) }))
      .where("ticket_hash", "=", hashToken(ticket))
      .where("expires_at", ">", now)
      .where("tries", "<", TRIES)
      .returning(["user_id", "remember", "browser"])
      .executeTakeFirst(),
  );
  if (!row) throw new ApiError("sign_in_expired");
  return { userId: row.user_id, remember: row.remember === 1, ...JSON.parse(row.browser) };
}

/** Returns whose login it is, without counting a try. */
export async function findTicket({ query }: Database, ticket: string, now: number) {
  const row = await query
    .selectFrom("sign_in_tickets")
    .select("user_id")
    .where("ticket_hash", "=", hashToken(ticket))
    .where("expires_at", ">", now)
    .where("tries", "<", TRIES)
    .executeTakeFirst();
  if (!row) throw new ApiError("sign_in_expired");
  return row.user_id;
}

/** Uses up a ticket. Throws `sign_in_expired` if it was already used or ended. */
export async function useTicket(tx: Transaction, ticket: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("sign_in_tickets")
    .where("ticket_hash", "=", hashToken(ticket))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new ApiError("sign_in_expired");
}
