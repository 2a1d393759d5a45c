import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { LEAST_CONNECTIONS } from "#server/config/database-settings.ts";
import { APPLICATION_NAME } from "./application-name.ts";
import type { PostgresPool } from "./pool.ts";

const CONNECTIONS = 10;
/** Kept open while idle, with their prepared statements. */
const IDLE_CONNECTIONS = 2;
/**
 * How long a query waits for a connection before it fails, which is returned as 503. Making a new
 * connection may take longer (`PostgresHosts`); it then serves the next query.
 */
const CONNECTION_WAIT_MS = 550;
/** The same for a lock; PostgreSQL looks for deadlocks after a second, so it must be longer. */
const LOCK_WAIT_MS = 1100;
/** Longer than both together, and short enough to leave a call the rest of its 2 s. */
const WRITE_DEADLINE_MS = 1700;
const STATEMENT_TIMEOUT = 15_000;
/** By then PostgreSQL has ended a statement, and that has arrived from any distance. */
const ANSWER_MS = STATEMENT_TIMEOUT + 2000;
/** Queries after which a connection is replaced, so that it prepares the statements then in use. */
const USES = 100_000;
/**
 * Generic plans: planning a look-up each time makes it three times as slow. No parallel workers:
 * starting one takes longer than any of our statements. No memoize: it would allocate room for the
 * owners of all surveys for each page of 25. Pages as cheap out of order as in order, since they are
 * in memory: otherwise each vote reads all surveys and options while there are a few hundred.
 */
const PLANNING = [
  "-c plan_cache_mode=force_generic_plan",
  "-c max_parallel_workers_per_gather=0",
  "-c enable_memoize=off",
  "-c random_page_cost=1.1",
].join(" ");
/** Settings that statements here depend on, and that the database or the role may have changed. */
const DIALECT = [
  "-c standard_conforming_strings=on",
  "-c default_transaction_isolation=read\\ committed",
  "-c DateStyle=ISO",
  "-c IntervalStyle=postgres",
  "-c TimeZone=UTC",
].join(" ");
const INT8 = 20;
export const INT8_AS_NUMBER = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    type === INT8 ? Number : pg.types.getTypeParser(type, format),
} as pg.CustomTypesConfig;

/** The settings of each connection, without its address. */
export const connectionSettings = (longestWaitMs?: number) => ({
  application_name: APPLICATION_NAME,
  lock_timeout: longestWaitMs ?? LOCK_WAIT_MS,
  statement_timeout: STATEMENT_TIMEOUT,
  options: `${PLANNING} ${DIALECT}`,
  types: INT8_AS_NUMBER,
});

/** Options of one process's pool, where `sharers` processes share `all` connections. */
export const poolOptions = (longestWaitMs?: number, sharers = 1, all = CONNECTIONS) => ({
  size: Math.max(LEAST_CONNECTIONS, Math.floor(all / sharers)),
  idle: IDLE_CONNECTIONS,
  uses: USES,
  waitMs: longestWaitMs ?? CONNECTION_WAIT_MS,
  deadlineMs: longestWaitMs === undefined ? WRITE_DEADLINE_MS : 1.5 * longestWaitMs,
  answerMs: ANSWER_MS,
});

const NO_SETTINGS =
  "DATABASE_URL leads to a pooler, such as PgBouncer, that does not pass on this server's settings " +
  "(lock_timeout and others): name PostgreSQL itself, or let the pooler set them (docs/operations.md).";
const NOT_PREPARED =
  "DATABASE_URL leads to a pooler that does not keep prepared statements: name PostgreSQL itself, or " +
  "use PgBouncer 1.21 or newer with max_prepared_statements (docs/operations.md).";
const NOT_DIRECT =
  "DATABASE_URL leads to a pooler in transaction mode, which passes on no notices: name PostgreSQL " +
  "itself in DATABASE_DIRECT_URL.";
const PID = "select pg_backend_pid() as pid";
/** A prepared statement does not exist, or exists already. */
const FORGOTTEN = /^(26000|42P05)$/;
const TRIES = 5;
/**
 * A query that has no answer after this many answers to another client waits for that client's
 * transaction. Counted in answers, since a slow machine or a distant database would miss any time.
 */
const POOLER_ANSWERS = 20;
const POOLER_PAUSE_MS = 100;

/**
 * Throws with a sentence for the operator where a pooler does not pass on what this server needs.
 */
export async function requirePassage(pool: PostgresPool, isDirectKnown: boolean): Promise<void> {
  try {
    const isPooled = await requireSettings(pool);
    if (isPooled && (await changesBackends(pool)) && !isDirectKnown) throw new Error(NOT_DIRECT);
  } catch (error) {
    throw explainedPassage(error);
  }
}

/**
 * An error with a sentence for the operator where a pooler caused it, otherwise the error itself.
 */
export function explainedPassage(error: unknown): unknown {
  const { message = "", code = "" } = error as { message?: string; code?: string };
  const isRefused = message.includes("unsupported startup parameter");
  if (isRefused) return new Error(NO_SETTINGS, { cause: error });
  return FORGOTTEN.test(code) ? new Error(NOT_PREPARED, { cause: error }) : error;
}

/**
 * Returns whether there is a pooler: it reports an id of its own instead of the backend process's.
 */
async function requireSettings(pool: PostgresPool): Promise<boolean> {
  const client = await pool.take();
  try {
    const { rows } = await client.query("show lock_timeout", []);
    if (rows[0]?.lock_timeout === "0") throw new Error(NO_SETTINGS);
    return (await backendOf(client)) !== (client as { processID?: number }).processID;
  } finally {
    client.release();
  }
}

const backendOf = async (client: pg.PoolClient): Promise<number> =>
  Number((await client.query(PID, [])).rows[0]?.pid);

/**
 * Whether a client's statements go to another backend while another client occupies the last one.
 */
async function changesBackends(pool: PostgresPool): Promise<boolean> {
  const [one, other] = [await pool.take(), await pool.take()];
  try {
    const first = await backendOf(one);
    for (let tries = 0; tries < TRIES; tries++) {
      await other.query("begin", []);
      await backendOf(other);
      const now = backendOf(one);
      now.catch(() => undefined);
      const answering = whileAnswering(other, now);
      const found = await Promise.race([now, answering]);
      await answering;
      await other.query("rollback", []);
      if (found !== first) return true;
    }
    return false;
  } finally {
    one.release(true);
    other.release(true);
  }
}

/**
 * Resolves after `POOLER_ANSWERS` answers, or once `other` has settled: where the pooler has a single
 * connection, this client has it.
 */
async function whileAnswering(client: pg.PoolClient, other: Promise<unknown>): Promise<undefined> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  other.then(settle, settle);
  for (let answers = 0; answers < POOLER_ANSWERS && !isSettled; answers++) {
    await Promise.race([sleep(POOLER_PAUSE_MS), other]);
    await backendOf(client);
  }
}
