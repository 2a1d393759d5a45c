import type { OpenSession } from "#contract/endpoints/open-sessions.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

/** The id that people are shown for a session, instead of its token's hash. */
const sessionIdOf = (mailboxes: Mailboxes, tokenHash: string): number =>
  mailboxes.pseudonymOf(`session ${tokenHash}`);

const LISTED = 100;

/** A person's open sessions, that of `ownHash` first, then the last seen. */
export async function listOpenSessions(
  db: Database,
  mailboxes: Mailboxes,
  { userId, ownHash, now }: { userId: number; ownHash: string; now: number },
): Promise<OpenSession[]> {
  const rows = await db.query
    .selectFrom("sessions")
    .select(["token_hash", "expires_at", "browser", "system", "opened_at", "seen_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy((session) => session.case().when("token_hash", "=", ownHash).then(0).else(1).end())
    .orderBy((session) => session.fn.coalesce("seen_at", session.lit(0)), "desc")
    .orderBy("token_hash")
    .limit(LISTED)
    .execute();
  return rows.map(({ token_hash, ...row }) => ({
    id: sessionIdOf(mailboxes, token_hash),
    ...toShownSession(row),
    is_current: token_hash === ownHash,
  }));
}

interface SessionRow {
  browser: string | null;
  system: string | null;
  opened_at: number | null;
  seen_at: number | null;
  expires_at: number;
}

const toShownSession = ({ browser, system, ...row }: SessionRow) => ({
  browser,
  system,
  opened_at: row.opened_at === null ? null : toTimestamp(row.opened_at),
  last_seen_at: row.seen_at === null ? null : toTimestamp(row.seen_at),
  expires_at: toTimestamp(row.expires_at),
});

/** The token hash of the person's session with this id; undefined if there is none. */
export async function findSessionById(
  { query }: Database,
  mailboxes: Mailboxes,
  userId: number,
  id: number,
): Promise<string | undefined> {
  const own = await query
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .execute();
  return own.find(({ token_hash }) => sessionIdOf(mailboxes, token_hash) === id)?.token_hash;
}

/** When a session was opened, and how long its holder need not prove to own the account. */
export async function readProofTimes({ query }: Database, tokenHash: string) {
  const session = await query
    .selectFrom("sessions")
    .select("opened_at")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  const proof = await query
    .selectFrom("session_proofs")
    .select("expires_at")
    .where("session_hash", "=", tokenHash)
    .executeTakeFirst();
  return { openedAt: session?.opened_at ?? 0, provedUntil: proof?.expires_at ?? 0 };
}

/** All of a person's sessions as they are shown, also expired ones. */
export async function readSessions(db: Database, id: number) {
  const rows = await db.query
    .selectFrom("sessions")
    .select(["browser", "system", "opened_at", "seen_at", "expires_at"])
    .where("user_id", "=", id)
    .orderBy("expires_at")
    .execute();
  return rows.map(toShownSession);
}
