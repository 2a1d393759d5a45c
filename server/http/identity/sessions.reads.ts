import type { Database } from "#server/db/database.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import type { Session } from "./sessions.ts";
import { HAS_VEIL, readVeils } from "./veils.reads.ts";
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
    .select(["token_hash", "user_id", "expires_at", "seen_at", "users.role", "users.missing"])
    .select(["users.suspended_until", HAS_VEIL.as("has_veil")])
    .select(numberColumns)
    .where("token_hash", "in", db.texts(hashes))
    .execute();
  const veiled = rows.filter((row) => row.has_veil === 1);
  const veils = await readVeils(db, veiled);
  const found = new Map(rows.map((row) => [row.token_hash, row]));
  return hashes.map((hash) => {
    const row = found.get(hash);
    return (
      row && {
        userId: row.user_id,
        voter: voterNumbers(mailboxes, row),
        role: row.role,
        suspendedUntil: row.suspended_until ?? 0,
        missing: row.missing,
        veil: veils.get(row.user_id),
        expiresAt: row.expires_at,
        seenAt: row.seen_at ?? 0,
      }
    );
  });
}

/** Whether moderators have suspended an account that calls without a session of its own. */
export async function isSuspended(db: Database, userId: number, now: number): Promise<boolean> {
  const person = await db.query
    .selectFrom("users")
    .select("suspended_until")
    .where("id", "=", userId)
    .executeTakeFirst();
  return (person?.suspended_until ?? 0) > now;
}
