import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setImmediate as othersTurn } from "node:timers/promises";
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Database, DatabaseFault } from "./open.ts";
import type { Tables } from "./tables.ts";

/** Only a tool beside the server can be in the way; while one is waited for, nobody is served. */
const BUSY_TIMEOUT_MS = 500;

/**
 * Opens `kanaat.sqlite` in `dataDir`: write-ahead log, every commit synced, foreign keys on.
 * Throws a clear error when another process has the folder open.
 */
export function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  const file = new DatabaseSync(join(dataDir, "kanaat.sqlite"));
  // The last one writes: a folder that may only be read is told of now, not at the first vote.
  // With its temporary store on the disk, SQLite writes how to undo a statement into a new file for
  // each group of votes.
  file.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = ${BUSY_TIMEOUT_MS};
    pragma cache_size = -16000;
    pragma wal_autocheckpoint = 4000;
    pragma temp_store = memory;
    pragma user_version = 0;
  `);
  const query = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () =>
        new TurnByTurn({ database: { prepare: preparing(file), close: () => file.close() } }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const bus = new EventEmitter().setMaxListeners(0);
  return {
    engine: "sqlite",
    query,
    rows: (columns, values) => {
      const picked = columns.map((name, i) => sql`value ->> ${sql.lit(i)} as ${sql.ref(name)}`);
      return sql`(select ${sql.join(picked)} from jsonb_each(${JSON.stringify(values)})) as given`;
    },
    texts: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
    inBoth: (_columns, one, other) => sql`${one} intersect ${other}`,
    forUpdate: sql``,
    forUpdateOfFree: sql``,
    fault,
    publish: async (channel, payload) => {
      bus.emit(channel, payload);
    },
    subscribe: (channel, listener) => {
      bus.on(channel, listener);
    },
    countOnFrom: async (tx, table, last) => {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
    },
    ping: async () => {
      await sql`select 1`.execute(query);
    },
    close: async () => {
      await query.destroy();
      if (file.isOpen) file.close();
      lock.close();
    },
  };
}

/**
 * Begins each transaction in a turn of the event loop of its own. Otherwise all that wait would be
 * done in one turn, and Node takes one new connection a turn.
 */
class TurnByTurn extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await othersTurn();
    await super.beginTransaction(connection);
  }
}

/** The operating system drops this lock with the process, so a crash leaves nothing to clean up. */
function lockFolder(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, "kanaat.lock"), { timeout: 0 });
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (cause) {
    lock.close();
    throw new Error(`DATA_DIR ${dataDir} is in use by another running server.`, { cause });
  }
  return lock;
}

const KEPT_STATEMENTS = 500;

function preparing(file: DatabaseSync) {
  const kept = new Map<string, ReturnType<typeof wrap>>();
  return (asked: string) => {
    // On a full disk SQLite rolls back by itself; an error about the second time hides the reason.
    const text = asked === "rollback" && !file.isTransaction ? "select 1" : asked;
    let statement = kept.get(text);
    if (!statement) {
      statement = wrap(file.prepare(text));
      if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value ?? "");
      kept.set(text, statement);
    }
    return statement;
  };
}

/** What Kysely asks of a statement, in the shape of better-sqlite3. */
function wrap(statement: StatementSync) {
  const bound = (values: readonly unknown[]) => values as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...bound(values)),
    run: (values: readonly unknown[]) => statement.run(...bound(values)),
    iterate: (values: readonly unknown[]) =>
      statement.iterate(...bound(values)) as IterableIterator<unknown>,
  };
}

// https://sqlite.org/rescode.html
const FAULTS: Record<number, DatabaseFault> = {
  1555: "unique",
  2067: "unique",
  787: "foreign_key",
  13: "full",
};
const BUSY = 5;
/** Read-only, an error of the disk. */
const DISK = new Set([8, 10]);

function fault(error: unknown): DatabaseFault {
  if (!(error instanceof Error) || !("errcode" in error)) return null;
  const code = Number(error.errcode);
  const primary = code & 0xff;
  if (DISK.has(primary)) return "full";
  if (primary === BUSY) return "unavailable";
  return FAULTS[code] ?? null;
}
