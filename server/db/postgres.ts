import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { measure } from "#server/metrics.ts";
import type { Database, DatabaseFault, Transaction } from "./open.ts";
import { AFTER_COMMIT } from "./postgres-lease.ts";
import { listen } from "./postgres-listen.ts";
import { createNotices } from "./postgres-notices.ts";
import { PostgresPool } from "./postgres-pool.ts";
import type { Tables } from "./tables.ts";
import { OutcomeUnknown, WriteRefused } from "./write-deadline.ts";

const CONNECTIONS = 10;
/** Of a process that shares them with others: what it writes and reads at once fits. */
const LEAST_CONNECTIONS = 4;
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

/**
 * Opens a pool of connections to PostgreSQL 15 or newer; bigint columns are read as numbers.
 * `longestWaitMs` replaces how long a query waits for a connection, and for a lock; as many processes
 * as `sharers` divide the connections of one. Throws where `url` leads to a pooler that does
 * not let the settings through.
 */
export async function openPostgres(
  url: string,
  longestWaitMs?: number,
  sharers = 1,
): Promise<Database> {
  const sockets = new Set<Socket>();
  const waitMs = longestWaitMs ?? CONNECTION_WAIT_MS;
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: `kanaat@${hostname()}`,
    min: IDLE_CONNECTIONS,
    maxUses: USES,
    stream: () => trackedSocket(sockets),
    connectionTimeoutMillis: waitMs,
    lock_timeout: longestWaitMs ?? LOCK_WAIT_MS,
    statement_timeout: STATEMENT_TIMEOUT,
    options: PLANNING,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types: INT8_AS_NUMBER,
  };
  const deadlineMs = longestWaitMs === undefined ? WRITE_DEADLINE_MS : 1.5 * longestWaitMs;
  const pool = new PostgresPool(settings, {
    size: Math.max(LEAST_CONNECTIONS, Math.floor(CONNECTIONS / sharers)),
    waitMs,
    deadlineMs,
    committed: ([channel, payload]) => notices.soon(String(channel), String(payload)),
  });
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool.forKysely }) });
  const unmeasured = measure({
    name: "kanaat_database_connections",
    help: "Connections by state; those that wait are calls without one",
    kind: "gauge",
    label: "state",
    read: () => pool.count(),
  });
  const bus = new EventEmitter().setMaxListeners(0);
  const notices = createNotices({
    send: async (texts) => {
      await sql`select pg_notify('kanaat', text) from unnest(${texts}::text[]) as text`.execute(
        query,
      );
    },
    emit: (channel, payload) => bus.emit(channel, payload),
    missed: () => bus.emit(MISSED),
  });
  const listener = listen(
    settings,
    notices.heard,
    // Queries that wait for an answer fail now, not minutes later when the network gives up.
    () => sockets.forEach((socket) => void socket.destroy()),
    () => bus.emit(MISSED),
  );
  const close = async () => {
    unmeasured();
    await notices.close();
    await listener.close();
    await query.destroy();
  };
  await requireSettings(query).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    engine: "postgres",
    query,
    rows: (columns, values) => {
      const arrays = columns.map((_, i) => {
        const column = values.map((row) => row[i]);
        if (typeof column[0] === "string") return sql`${column}::text[]`;
        // Given an array, the driver would quote and escape each number.
        return sql`${`{${column.join()}}`}::bigint[]`;
      });
      const names = columns.map((name) => sql.ref(name));
      return sql`unnest(${sql.join(arrays)}) as input (${sql.join(names)})`;
    },
    texts: (values) => sql`(select unnest(${values}::text[]))`,
    matching: (words) => {
      const written = (word: string) =>
        `'${word.replace(/\*$/, "")}'${word.endsWith("*") ? ":*" : ""}`;
      const query = words.map((group) => `(${group.map(written).join(" | ")})`).join(" & ");
      return sql`(select survey_id, words from survey_words where ${LEXEMES} @@ ${query}::tsquery)`;
    },
    wordsInUse: (words) => sql`select word from unnest(${words}::text[]) as word
      where exists (select 1 from survey_words where ${LEXEMES} @@ word::tsquery)`,
    // `for update` would also wait for transactions that inserted a reference to the row.
    forUpdate: sql`for no key update`,
    forUpdateSkipLocked: sql`for no key update skip locked`,
    fault,
    publish: async (channel, payload, tx) => {
      await sql`select pg_notify(${"kanaat"}, ${JSON.stringify([channel, payload])})`.execute(
        tx ?? query,
      );
    },
    publishSoon: async (channel, payload, tx) => {
      if (tx) await tx.executeQuery(CompiledQuery.raw(AFTER_COMMIT, [channel, payload]));
      else notices.soon(channel, payload);
    },
    subscribe: (channel, listener, missed) => {
      bus.on(channel, listener);
      if (missed) bus.on(MISSED, missed);
    },
    writesEnded: (tx, table) => waitForWriters(tx, table, settings.lock_timeout ?? 0),
    resetIdSequence: async (tx, table, last) => {
      if (last > 0)
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(tx);
    },
    ping: async () => {
      await sql`select 1`.execute(query);
    },
    close,
  };
}

const POOLER =
  "DATABASE_URL leads to a pooler, such as PgBouncer, that does not pass on this server's settings " +
  "(lock_timeout and others): name PostgreSQL itself. The server keeps ten connections of its own.";

async function requireSettings(query: Kysely<Tables>): Promise<void> {
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

const WRITERS_POLL_MS = 10;
const LOCK_NOT_AVAILABLE = "55P03";

/** As `create index concurrently` does: whoever writes to a table holds this lock on it until the end. */
async function waitForWriters(
  tx: Transaction,
  table: string,
  longestWaitMs: number,
): Promise<void> {
  const readWriters = async () => {
    const { rows } = await sql<{ id: string }>`select virtualtransaction as id from pg_locks
      where relation = ${table}::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`.execute(
      tx,
    );
    return new Set(rows.map(({ id }) => id));
  };
  const until = performance.now() + longestWaitMs;
  const left = await readWriters();
  while (left.size > 0) {
    if (performance.now() > until)
      throw Object.assign(new Error(`writers of ${table} go on`), { code: LOCK_NOT_AVAILABLE });
    await sleep(WRITERS_POLL_MS);
    const now = await readWriters();
    for (const id of left) if (!now.has(id)) left.delete(id);
  }
}

/** As the index says it. */
const LEXEMES = sql`array_to_tsvector(string_to_array(trim(words), ' '))`;

/** The event that messages may have been lost. */
const MISSED = Symbol("missed");

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once("close", () => sockets.delete(socket));
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const FAULTS: Record<string, DatabaseFault> = {
  "23505": "unique",
  "23503": "foreign_key",
  "40001": "conflict",
  "40P01": "conflict",
  "53100": "full",
};
/** Connection lost, too many connections, shutting down, starting up, statement or lock timeout. */
const UNAVAILABLE = /^(08...|53300|57P0[1-5]|57014|55P03|25006)$/;
const BROKEN_SOCKET =
  /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|(HOST|NET)(UNREACH|DOWN)|NOTFOUND|AI_AGAIN|NOENT)$/;
const BROKEN_CLIENT = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

function fault(error: unknown): DatabaseFault {
  if (!(error instanceof Error)) return null;
  if (error instanceof OutcomeUnknown) return "unknown";
  if (error instanceof WriteRefused) return "unavailable";
  const code = "code" in error ? String(error.code) : "";
  if (FAULTS[code]) return FAULTS[code];
  const lost =
    UNAVAILABLE.test(code) || BROKEN_SOCKET.test(code) || BROKEN_CLIENT.test(error.message);
  return lost ? "unavailable" : null;
}
