import { EventEmitter } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Database, DatabaseFault } from "../database.ts";
import { QuietPeriods } from "../quiet/quiet-periods.ts";
import type { Tables } from "../tables/tables.ts";
import { Calendar } from "../timestamps.ts";
import { lockFile } from "./file-lock.ts";
import { openReader } from "./reader.ts";

/** Only a tool beside the server can hold a lock; waiting for it blocks the whole process. */
const BUSY_TIMEOUT_MS = 500;
/** For this long after waiting in vain nobody waits, or the last of many would wait for minutes. */
const IMPATIENT_MS = 1000;

/**
 * Opens `kanaat.sqlite` in `dataDir`: write-ahead log, every commit synced, foreign keys on.
 * Throws a clear error when another process has the folder open.
 */
export function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const lock = explained(join(dataDir, "kanaat.lock"), lockFile);
  if (!lock) throw new Error(`DATA_DIR ${dataDir} is in use by another running server.`);
  const path = join(dataDir, "kanaat.sqlite");
  return databaseOf(explained(path, openFile), path, lock);
}

/**
 * Opens `kanaat.sqlite` beside a server that may be using it: to read, and to write to `scratch`
 * tables, which are empty and of this connection only. Throws where there is no database.
 */
export function openSqliteReader(dataDir: string, scratch: readonly string[]): Database {
  const path = join(dataDir, "kanaat.sqlite");
  if (!existsSync(path)) throw new Error(`There is no kanaat.sqlite in DATA_DIR ${dataDir}.`);
  const file = explained(path, () => new DatabaseSync(path, { readOnly: true }));
  file.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma foreign_keys = on`);
  const definition = file.prepare(
    "select sql from sqlite_master where type = 'table' and name = ?",
  );
  for (const name of scratch) {
    const { sql: text } = definition.get(name) ?? {};
    if (typeof text !== "string")
      throw new Error(`${path} is of another version: run npm run migrate.`);
    // A table cannot refer to one of another schema.
    const own = text.replace(" references surveys on delete cascade", "");
    file.exec(own.replace(/^create table/i, "create temp table"));
  }
  return databaseOf(file, path, { close: () => undefined });
}

function databaseOf(file: DatabaseSync, path: string, lock: { close(): void }): Database {
  const aside = openReader(path);
  const query = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () =>
        new YieldingDriver({
          database: { prepare: cachedPrepare(file), close: () => file.close() },
        }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const bus = new EventEmitter().setMaxListeners(0);
  const watched = { quietPeriods: new QuietPeriods(), reviewWords: { forms: [] } };
  return {
    ...{ engine: "sqlite", query, aside, ...watched, calendar: new Calendar() },
    rows: (columns, values) => {
      const picked = columns.map((name, i) => sql`value ->> ${sql.lit(i)} as ${sql.ref(name)}`);
      return sql`(select ${sql.join(picked)} from jsonb_each(${JSON.stringify(values)})) as input`;
    },
    isOneOf: (value, list) => sql`${value} in (select value from json_each('[' || ${list} || ']'))`,
    texts: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
    matching: (words) => {
      const written = (word: string) =>
        `"${word.replace(/\*$/, "")}" ${word.endsWith("*") ? "*" : ""}`;
      const query = words.map((group) => `(${group.map(written).join(" OR ")})`).join(" AND ");
      // The plus keeps further conditions away from the index, which takes no more than sixty.
      return sql`(select rowid as survey_id, +words as words from survey_words_fts
        where survey_words_fts match ${query})`;
    },
    wordsInUse: (words) => sql`select value as word from json_each(${JSON.stringify(words)})
      where exists (select 1 from survey_words_fts where survey_words_fts match value)`,
    forUpdate: sql``,
    forUpdateSkipLocked: sql``,
    fault,
    publish: async (channel, payload) => {
      bus.emit(channel, payload);
    },
    publishSoon: async (channel, payload) => {
      bus.emit(channel, payload);
    },
    subscribe: (channel, listener) => {
      bus.on(channel, listener);
    },
    // Transactions run one after another.
    writesEnded: async () => undefined,
    // On the connection of the others, so that no transaction is under way.
    eraseDeleted: () =>
      query.connection().execute(async () => {
        file.exec("pragma busy_timeout = 0");
        file.exec("pragma wal_checkpoint(truncate)");
        file.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }),
    resetIdSequence: async (tx, table, last) => {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
    },
    ping: async () => {
      await sql`select 1`.execute(query);
    },
    close: async () => {
      await aside.destroy();
      await query.destroy();
      if (file.isOpen) file.close();
      lock.close();
    },
  };
}

/**
 * Begins each transaction in its own turn of the event loop. Otherwise all waiting ones would run
 * in one turn, while Node accepts only one new connection a turn.
 */
class YieldingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await yieldToEventLoop();
    await super.beginTransaction(connection);
  }
}

function openFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path);
  // temp_store: with it on the disk, SQLite would create a file for each group of votes.
  // secure_delete: overwrites what is deleted with zeros (R426).
  // user_version: a write, so that a read-only folder fails now and not at the first vote.
  file.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = ${BUSY_TIMEOUT_MS};
    pragma cache_size = -16000;
    pragma wal_autocheckpoint = 4000;
    pragma temp_store = memory;
    pragma secure_delete = on;
    pragma user_version = 0;
  `);
  return file;
}

/** SQLite's own messages name no file. */
export function explained<T>(path: string, open: (path: string) => T): T {
  try {
    return open(path);
  } catch (error) {
    if (!(error instanceof Error) || !("errcode" in error)) throw error;
    const advice = ADVICE[Number(error.errcode) & 0xff] ?? "";
    throw Object.assign(new Error(`${path} cannot be opened: ${error.message}${advice}`), {
      code: "ERR_SQLITE_ERROR",
      errcode: error.errcode,
    });
  }
}

const NOT_WRITABLE =
  ". Run it as the user that the folder belongs to, and see that its file system is not read-only";
/** By SQLite's primary codes: READONLY, BUSY, CORRUPT, CANTOPEN, NOTADB. */
const ADVICE: Readonly<Record<number, string>> = {
  5: ". Stop the server first",
  8: NOT_WRITABLE,
  11: ". Restore a backup",
  14: NOT_WRITABLE,
  26: ". Restore a backup",
};

const CACHED_STATEMENTS = 500;

function cachedPrepare(file: DatabaseSync) {
  const locked = () => {
    file.exec("pragma busy_timeout = 0");
    const again = () => file.isOpen && file.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    setTimeout(again, IMPATIENT_MS).unref();
  };
  const statements = new Map<string, ReturnType<typeof wrap>>();
  return (sqlText: string) => {
    // On a full disk SQLite has rolled back already; a failing second rollback would hide why.
    const text = sqlText === "rollback" && !file.isTransaction ? "select 1" : sqlText;
    let statement = statements.get(text);
    if (!statement) {
      statement = wrap(file.prepare(text), locked);
      if (statements.size >= CACHED_STATEMENTS)
        statements.delete(statements.keys().next().value ?? "");
      statements.set(text, statement);
    }
    return statement;
  };
}

/**
 * A statement with the methods of better-sqlite3 that Kysely calls; `locked` is called on a lock.
 */
function wrap(statement: StatementSync, locked: () => void) {
  const bound = (values: readonly unknown[]) => values as SQLInputValue[];
  const unlessLocked = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (fault(error) === "unavailable") locked();
      throw error;
    }
  };
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => unlessLocked(() => statement.all(...bound(values))),
    run: (values: readonly unknown[]) => unlessLocked(() => statement.run(...bound(values))),
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
/** SQLITE_READONLY, SQLITE_IOERR. */
const DISK = new Set([8, 10]);

function fault(error: unknown): DatabaseFault {
  if (!(error instanceof Error) || !("errcode" in error)) return null;
  const code = Number(error.errcode);
  const primary = code & 0xff;
  if (DISK.has(primary)) return "full";
  if (primary === BUSY) return "unavailable";
  return FAULTS[code] ?? null;
}
