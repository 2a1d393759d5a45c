import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/tables.ts";
import { withoutLimit } from "../write-deadline.ts";

/**
 * A waiting lock request blocks all later ones, so this is short enough that none of them gives up:
 * calls wait 550 ms for a connection. It is also shorter than PostgreSQL's `deadlock_timeout`, so
 * that in a deadlock the migration gives way and no vote does.
 */
const LOCK_TIMEOUT_MS = 250;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const DEADLOCK = "40P01";
const LOCK_NOT_AVAILABLE = "55P03";
/** The name of the migrating connection in `pg_stat_activity`. */
const APPLICATION_NAME = "kanaat migrate";
/** An advisory lock that nothing else here takes; the numbers spell "knat" and "migr". */
const LOCK = { classid: 0x6b6e6174, objid: 0x6d696772 };
const LOCK_POLL_MS = 250;

/**
 * Statements of `run` on this connection may take as long as they need, but wait only briefly for
 * locks. A statement whose client has been killed ends within a second.
 */
export async function withMigrationSettings(
  connection: Kysely<Tables>,
  run: () => Promise<void>,
): Promise<void> {
  const settings: Record<string, string> = {
    statement_timeout: "0",
    lock_timeout: `${LOCK_TIMEOUT_MS}`,
    application_name: APPLICATION_NAME,
  };
  for (const [name, value] of Object.entries(settings)) {
    await sql`select set_config(${name}, ${value}, false)`.execute(connection);
  }
  // Not supported on every operating system that PostgreSQL runs on.
  await sql`set client_connection_check_interval = 1000`.execute(connection).catch(() => undefined);
  try {
    await withoutLimit(run);
  } finally {
    for (const name of [...Object.keys(settings), "client_connection_check_interval"]) {
      await sql`reset ${sql.raw(name)}`.execute(connection);
    }
  }
}

/**
 * Calls `run` while no other process does so on this database. Polls for the lock instead of
 * waiting in PostgreSQL, so that a process that is killed meanwhile leaves nothing there. Kysely's
 * own lock is not enough: its migrator reads the list of tables without it, which fails while
 * another process changes a table.
 */
export async function asOnlyMigrator(
  connection: Kysely<Tables>,
  say: (line: string) => unknown,
  run: () => Promise<void>,
): Promise<void> {
  const { classid, objid } = LOCK;
  const isFree = async () => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_lock(${classid}::int, ${objid}::int) as free`.execute(connection);
    return rows[0]?.free === true;
  };
  for (let attempt = 0; !(await isFree()); attempt++) {
    if (attempt === 0) {
      say(`Migrating waits for ${await otherMigrator(connection)}, which migrates already.`);
    }
    await sleep(LOCK_POLL_MS);
  }
  try {
    await run();
  } finally {
    await sql`select pg_advisory_unlock(${classid}::int, ${objid}::int)`.execute(connection);
  }
}

async function otherMigrator(connection: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ pid: number; address: string | null }>`
    select pid, host(client_addr) as address from pg_locks inner join pg_stat_activity using (pid)
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ${LOCK.classid}::oid and objid = ${LOCK.objid}::oid`.execute(connection);
  const [row] = rows;
  return row ? `process ${row.pid} (from ${row.address ?? "this machine"})` : "another process";
}

/** Repeats `work`, with growing pauses, until it gets its locks. */
export async function waitForLocks(
  connection: Kysely<Tables>,
  work: () => Promise<void>,
  say: (line: string) => unknown,
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== DEADLOCK && code !== LOCK_NOT_AVAILABLE) throw error;
      say(`Migrating waits for ${await longestTransaction(connection)}; it tries again by itself.`);
    }
    await sleep(pause);
  }
}

interface Activity {
  pid: number;
  application_name: string;
  since: string;
  query: string;
}

/** The longest transaction that holds locks on tables. */
async function longestTransaction(connection: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Activity>`
    select pid, application_name, to_char(xact_start, 'YYYY-MM-DD HH24:MI:SS TZ') as since,
      left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 80) as query
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and pid in (
      select pid from pg_locks where locktype = 'relation' and granted and relation in (
        select oid from pg_class where relnamespace = current_schema()::regnamespace))
    order by xact_start limit 1`.execute(connection);
  const [row] = rows;
  if (!row) return "others that hold locks on its tables";
  const { pid, application_name, since, query } = row;
  return `process ${pid} (${application_name}), in a transaction since ${since}: ${query}`;
}
