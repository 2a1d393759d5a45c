import { sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { SECOND_STEP_MINUTES } from "#contract/limits.ts";
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

const BATCH_ROWS = 1000;

/** Deletes a batch of what nobody completed in time; returns whether more may be left. */
export async function deleteUncompleted(db: Database, now: number): Promise<boolean> {
  let hasMore = false;
  for (const [table, key] of [
    ["ceremonies", "token_hash"],
    ["sign_in_tickets", "ticket_hash"],
  ] as const) {
    const { rows } = await withRetry(db, () =>
      sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where expires_at <= ${now}
        limit ${BATCH_ROWS}) returning 1`.execute(db.query),
    );
    hasMore ||= rows.length === BATCH_ROWS;
  }
  return hasMore;
}
