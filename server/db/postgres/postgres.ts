import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import { measure } from "#server/telemetry/metrics.ts";
import type { Database, Transaction } from "../database.ts";
import { QuietPeriods } from "../quiet/quiet-periods.ts";
import type { Tables } from "../tables/tables.ts";
import { Calendar } from "../timestamps.ts";
import { fault } from "./faults.ts";
import { connectFirst } from "./first-connection.ts";
import { PostgresHosts } from "./hosts.ts";
import { AFTER_COMMIT } from "./lease.ts";
import { listen } from "./listen.ts";
import { createNotices } from "./notices.ts";
import { PostgresPool } from "./pool.ts";
import { openReplica } from "./replica.ts";
import { connectionSettings, poolOptions, requirePassage } from "./settings.ts";

export interface PostgresOptions {
  /** Overrides how long a query waits for a connection, and for a lock. */
  longestWaitMs?: number | undefined;
  /** How many processes share the connections of one. */
  workers?: number | undefined;
  databaseDirectUrl?: string | undefined;
  databaseReplicaUrl?: string | undefined;
  databasePoolSize?: number | undefined;
  /**
   * Where given, opening waits as long as it takes for a database that cannot be reached yet, and
   * passes a line for the operator every few seconds. Otherwise it throws.
   */
  onWaiting?: ((line: string) => void) | undefined;
}

/**
 * Opens a pool of connections to PostgreSQL 15 or newer; bigint columns are read as numbers. Throws
 * with a sentence for the operator where the database cannot be used, or where the address leads to
 * a pooler that does not pass on the settings.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { longestWaitMs, workers, databaseDirectUrl, databaseReplicaUrl, databasePoolSize } =
    options;
  const settings = connectionSettings(longestWaitMs);
  const sizes = poolOptions(longestWaitMs, workers, databasePoolSize);
  const hosts = new PostgresHosts(url, sizes.waitMs);
  const listened = databaseDirectUrl ? new PostgresHosts(databaseDirectUrl, sizes.waitMs) : hosts;
  const pool = new PostgresPool(settings, hosts, {
    ...sizes,
    committed: ([channel, payload]) => notices.soon(String(channel), String(payload)),
  });
  await connectFirst(pool, options.onWaiting).catch(async (error) => {
    await pool.end();
    throw error;
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
    () => new listened.Client(settings),
    notices.heard,
    // Queries that wait for an answer fail now, not minutes later when the network gives up.
    () => [hosts, listened].forEach((each) => void each.cutOff()),
    () => bus.emit(MISSED),
  );
  const replica = databaseReplicaUrl ? openReplica(databaseReplicaUrl, query, sizes) : undefined;
  const close = async () => {
    unmeasured();
    await notices.close();
    await listener.close();
    await replica?.close();
    await query.destroy();
  };
  await requirePassage(pool, databaseDirectUrl !== undefined).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    engine: "postgres",
    query,
    aside: query,
    replica,
    quietPeriods: new QuietPeriods(),
    calendar: new Calendar(),
    reviewWords: { forms: [] },
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
    isOneOf: (value, list) => sql`${value} = any (string_to_array(${list}, ',')::bigint[])`,
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
    eraseDeleted: async () => undefined,
    writesEnded: (tx, table) => waitForWriters(tx, table, settings.lock_timeout),
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

const WRITERS_POLL_MS = 10;
const LOCK_NOT_AVAILABLE = "55P03";

/** As `create index concurrently` does: a writing transaction holds this lock until its end. */
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
      throw Object.assign(new Error(`writers of ${table} continue`), { code: LOCK_NOT_AVAILABLE });
    await sleep(WRITERS_POLL_MS);
    const now = await readWriters();
    for (const id of left) if (!now.has(id)) left.delete(id);
  }
}

/** The same expression as in the index. */
const LEXEMES = sql`array_to_tsvector(string_to_array(trim(words), ' '))`;

/** The event that messages may have been lost. */
const MISSED = Symbol("missed");
