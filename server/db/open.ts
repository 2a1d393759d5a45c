import type { Kysely, Transaction as KyselyTransaction, RawBuilder } from "kysely";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** What went wrong in the database, in words that both engines share; null for anything else. */
export type DatabaseFault =
  | "unique"
  | "foreign_key"
  /** Another transaction was in the way; the same one may succeed when it is tried again. */
  | "conflict"
  | "full"
  | "unavailable"
  | null;

export type Transaction = KyselyTransaction<Tables>;

/** One of the two engines, as the features see it. */
export interface Database {
  readonly engine: "sqlite" | "postgres";
  readonly query: Kysely<Tables>;
  /**
   * Rows as the table expression `given`: few parameters whatever their number, so that the
   * statement stays prepared. A column is bigint, or text where the first row holds text.
   */
  rows(
    columns: readonly string[],
    values: readonly (readonly (number | string)[])[],
  ): RawBuilder<unknown>;
  /** Texts as a select of one column, one parameter whatever their number. */
  texts(values: readonly string[]): RawBuilder<string>;
  /** A select of the rows that both selects of these columns have, met as both are read in order. */
  inBoth(
    columns: readonly string[],
    one: RawBuilder<unknown>,
    other: RawBuilder<unknown>,
  ): RawBuilder<unknown>;
  /** Closes a select that locks what it reads; SQLite has one writer and needs none. */
  readonly forUpdate: RawBuilder<unknown>;
  /** The same, passing over what others hold instead of waiting for it. */
  readonly forUpdateOfFree: RawBuilder<unknown>;
  fault(error: unknown): DatabaseFault;
  /**
   * Tells every process on this database, this one included. What is published within a `tx` is
   * heard when it commits; on SQLite at once, where a listener's queries wait for the commit.
   */
  publish(channel: string, payload: string, tx?: Transaction): Promise<void>;
  /** `missed` is called when something that was published may not have been heard. */
  subscribe(channel: string, listener: (payload: string) => void, missed?: () => void): void;
  /** Gives new rows of a table ids above `last`. */
  countOnFrom(tx: Transaction, table: keyof Tables, last: number): Promise<void>;
  /** Rejects while the database cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date. A `postgres://` address opens PostgreSQL,
 * otherwise the SQLite file in `dataDir`. Throws when another process uses the same file.
 */
export async function openDatabase(options: Where): Promise<Database> {
  const db = await openUnmigrated(options);
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

interface Where {
  databaseUrl: string | undefined;
  dataDir: string;
  /**
   * How many milliseconds a query waits for a connection to PostgreSQL or for a lock there; by
   * itself what `postgres.ts` says.
   */
  longestWaitMs?: number | undefined;
}

/** The same with its tables as they are, if there are any. */
export const openUnmigrated = async (options: Where): Promise<Database> =>
  options.databaseUrl
    ? openPostgres(options.databaseUrl, options.longestWaitMs)
    : openSqlite(options.dataDir);
