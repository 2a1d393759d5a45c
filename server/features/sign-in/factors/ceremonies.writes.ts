import { type SqlBool, sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { SECOND_STEP_MINUTES } from "#contract/limits.ts";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database } from "#server/db/database.ts";
import type { CeremonyPurpose } from "#server/db/tables/sign-in-tables.ts";
import { withRetry } from "#server/db/transact.ts";
import { hashToken, newToken } from "#server/secret/tokens.ts";

const LIFETIME_MS = SECOND_STEP_MINUTES * MINUTE_MS;

interface Ceremony {
  purpose: CeremonyPurpose;
  /** null if it is not known yet who signs in. */
  userId: number | null;
}

/** Keeps a challenge for five minutes; returns a token that only the requesting browser gets. */
export async function beginCeremony(
  { query }: Database,
  { purpose, userId, challenge, now }: Ceremony & { challenge: string; now: number },
): Promise<string> {
  const token = newToken();
  await query
    .insertInto("ceremonies")
    .values({
      ...{ token_hash: hashToken(token), user_id: userId, purpose, challenge },
      expires_at: now + LIFETIME_MS,
    })
    .execute();
  return token;
}

/**
 * Returns the challenge and uses it up; undefined if it has expired, was used, or is for something
 * else.
 */
export async function endCeremony(
  db: Database,
  token: string,
  { purpose, userId }: Ceremony,
  now: number,
): Promise<string | undefined> {
  const ended = await withRetry(db, () =>
    db.query
      .deleteFrom("ceremonies")
      .where("token_hash", "=", hashToken(token))
      .where("purpose", "=", purpose)
      .where("user_id", userId === null ? "is" : "=", userId)
      .where("expires_at", ">", now)
      .returning("challenge")
      .executeTakeFirst(),
  );
  return ended?.challenge;
}

/** Deletes batches of proofs that are over and of what nobody completed in time; returns whether more may be left. */
export async function deleteUncompleted(db: Database, now: number): Promise<boolean> {
  const isOver = sql<SqlBool>`expires_at <= ${now}`;
  const hasMore = [
    await deleteBatch(db, "ceremonies", ["token_hash"], isOver),
    await deleteBatch(db, "sign_in_tickets", ["ticket_hash"], isOver),
    await deleteBatch(db, "session_proofs", ["session_hash"], isOver),
  ];
  return hasMore.includes(true);
}
