import { Socket } from "node:net";
import { hostname } from "node:os";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { LEAST_CONNECTIONS } from "./database-settings.ts";
import type { Tables } from "./tables.ts";

const CONNECTIONS = 10;
/** Kept open when nothing is asked, with their prepared statements. */
const IDLE_CONNECTIONS = 2;
/** How long a query waits for a connection before it fails, which is answered as 503. */
const CONNECTION_WAIT_MS = 550;
/** The same for a lock; PostgreSQL looks for deadlocks after a second, so it must be longer. */
const LOCK_WAIT_MS = 1100;
/** Longer than both together, and than 2 s less what a call does besides. */
const WRITE_DEADLINE_MS = 1700;
const STATEMENT_TIMEOUT = 15_000;
/** Often enough that nothing on the way takes an idle connection for dead. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** Queries after which a connection is replaced, so that it prepares what is asked by then. */
const USES = 100_000;
/**
 * Generic plans: planning a look-up anew each time makes it three times as slow. No parallel
 * workers: starting one takes longer than any of our statements. No memoize: it would make room for
 * the owners of all surveys for each page of 25.
 */
const PLANNING = [
  "-c plan_cache_mode=force_generic_plan",
  "-c max_parallel_workers_per_gather=0",
  "-c enable_memoize=off",
].join(" ");
const INT8 = 20;
export const INT8_AS_NUMBER = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    type === INT8 ? Number : pg.types.getTypeParser(type, format),
} as pg.CustomTypesConfig;

/** What PostgreSQL is told by each connection, its address apart. */
export const connectionSettings = (sockets: Set<Socket>, longestWaitMs?: number) => ({
  application_name: `kanaat@${hostname()}`,
  stream: () => trackedSocket(sockets),
  connectionTimeoutMillis: longestWaitMs ?? CONNECTION_WAIT_MS,
  lock_timeout: longestWaitMs ?? LOCK_WAIT_MS,
  statement_timeout: STATEMENT_TIMEOUT,
  options: PLANNING,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  types: INT8_AS_NUMBER,
});

/** Of as many connections as `all`, which `sharers` processes divide. */
export const poolOptions = (longestWaitMs?: number, sharers = 1, all = CONNECTIONS) => ({
  size: Math.max(LEAST_CONNECTIONS, Math.floor(all / sharers)),
  idle: IDLE_CONNECTIONS,
  uses: USES,
  waitMs: longestWaitMs ?? CONNECTION_WAIT_MS,
  deadlineMs: longestWaitMs === undefined ? WRITE_DEADLINE_MS : 1.5 * longestWaitMs,
});

const POOLER =
  "DATABASE_URL leads to a pooler, such as PgBouncer, that does not pass on this server's settings " +
  "(lock_timeout and others): name PostgreSQL itself. The server keeps a few connections of its own.";

/** Throws where they do not arrive, as behind a pooler. */
export async function requireSettings(query: Kysely<Tables>): Promise<void> {
  try {
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(query);
    if (rows[0]?.lock_timeout === "0") throw new Error(POOLER);
  } catch (error) {
    const { message } = error as Error;
    throw /unsupported startup parameter/.test(message)
      ? new Error(POOLER, { cause: error })
      : error;
  }
}

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once("close", () => sockets.delete(socket));
}
