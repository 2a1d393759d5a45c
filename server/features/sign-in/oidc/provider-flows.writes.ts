import { type SqlBool, sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { withRetry } from "#server/db/transact.ts";
import { hashToken, newToken } from "#server/secret/tokens.ts";
import type { Expected, Identity } from "./provider-client.ts";

const FLOW_MS = 10 * MINUTE_MS;
/** Long enough to fill in a form. */
const TICKET_MS = 30 * MINUTE_MS;

interface Flow extends Expected {
  provider: string;
  /** Whose account is to be linked; null for signing in. */
  userId: number | null;
}

/** Stores what the provider's response must match; returns the key that only this browser gets. */
export async function keepFlow(
  { query }: Database,
  { state, nonce, verifier, provider, userId }: Flow,
  now: number,
): Promise<string> {
  const browserKey = newToken();
  await query
    .insertInto("provider_flows")
    .values({
      state_hash: hashToken(state),
      browser_key_hash: hashToken(browserKey),
      ...{ provider, nonce, verifier, user_id: userId, expires_at: now + FLOW_MS },
    })
    .execute();
  return browserKey;
}

/** Returns and deletes the sign-in with this state; undefined if there is none. */
export async function takeFlow(
  db: Database,
  state: string,
): Promise<(Flow & { browserKeyHash: string; expiresAt: number }) | undefined> {
  const row = await withRetry(db, () =>
    db.query
      .deleteFrom("provider_flows")
      .where("state_hash", "=", hashToken(state))
      .returning(["provider", "nonce", "verifier", "user_id", "browser_key_hash", "expires_at"])
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  const { provider, nonce, verifier, user_id, browser_key_hash, expires_at } = row;
  return {
    ...{ state, provider, nonce, verifier, userId: user_id },
    ...{ browserKeyHash: browser_key_hash, expiresAt: expires_at },
  };
}

/** Returns a ticket with which this person can open an account. */
export async function keepNewcomer(
  { query }: Database,
  { issuer, subject, email }: Identity & { email: string },
  now: number,
): Promise<string> {
  const ticket = newToken();
  await query
    .insertInto("newcomers")
    .values({
      ticket_hash: hashToken(ticket),
      ...{ issuer, subject, email, expires_at: now + TICKET_MS },
    })
    .execute();
  return ticket;
}

/** The newcomer this ticket belongs to; undefined if it has expired, was used or never existed. */
export async function findNewcomer({ query }: Database, ticket: string, now: number) {
  return query
    .selectFrom("newcomers")
    .select(["issuer", "subject", "email"])
    .where("ticket_hash", "=", hashToken(ticket))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Returns true for exactly one of two concurrent callers. */
export async function useTicket(tx: Transaction, ticket: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("newcomers")
    .where("ticket_hash", "=", hashToken(ticket))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes batches of what nobody finished in time; returns whether more may be left. */
export async function deleteOldFlows(db: Database, now: number): Promise<boolean> {
  const isOver = sql<SqlBool>`expires_at <= ${now}`;
  const hasMoreFlows = await deleteBatch(db, "provider_flows", ["state_hash"], isOver);
  return (await deleteBatch(db, "newcomers", ["ticket_hash"], isOver)) || hasMoreFlows;
}
