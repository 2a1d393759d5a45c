import type { Database } from "#server/db/database.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import type { Session } from "./sessions.ts";
import { numberColumns, voterNumbers } from "./voter-numbers.reads.ts";

/** In the order of `hashes`; undefined for those without a session. */
export async function findSessions(
  db: Database,
  mailboxes: Mailboxes,
  hashes: readonly string[],
): Promise<(Session | undefined)[]> {
  const rows = await db.query
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["token_hash", "user_id", "expires_at", "seen_at", "users.missing"])
    .select(numberColumns)
    .where("token_hash", "in", db.texts(hashes))
    .execute();
  const found = new Map(rows.map((row) => [row.token_hash, row]));
  return hashes.map((hash) => {
    const row = found.get(hash);
    return (
      row && {
        userId: row.user_id,
        voter: voterNumbers(mailboxes, row),
        missing: row.missing,
        expiresAt: row.expires_at,
        seenAt: row.seen_at ?? 0,
      }
    );
  });
}
