import type { Kysely, Transaction as KyselyTransaction, RawBuilder, SqlBool } from "kysely";
import type { QuietPeriods } from "./quiet/quiet-periods.ts";
import type { Tables } from "./tables/tables.ts";
import type { Calendar } from "./timestamps.ts";
import type { ReviewWords } from "./watched/review-words.ts";

/** Kinds of database errors that both engines share; null for anything else. */
export type DatabaseFault =
  | "unique"
  | "foreign_key"
  /** Another transaction was in the way: a retry may succeed. */
  | "conflict"
  | "full"
  | "unavailable"
  /** The database did not say in time whether it committed. */
  | "unknown"
  | null;

export type Transaction = KyselyTransaction<Tables>;

/** A statement, or a part of one. */
export type Statement = RawBuilder<unknown>;

export interface Replica {
  /** Has everything committed up to this many milliseconds ago; Infinity while that is unknown. */
  ageMs(): number;
  /** Runs `work` so that it reads from the replica; its writes go to the primary. */
  read<T>(work: () => Promise<T>): Promise<T>;
}

/** What the features use of either engine. */
export interface Database {
  readonly engine: "sqlite" | "postgres";
  readonly query: Kysely<Tables>;
  /**
   * For reads that may take long: on SQLite in a thread of its own, which sees what is committed and
   * throws 503 when too many wait for it; on PostgreSQL the same as `query`.
   */
  readonly aside: Kysely<Tables>;
  /** A copy for reading what is public; undefined where there is none. */
  readonly replica?: Replica | undefined;
  /** In memory, as `watchQuietPeriods` reads them. */
  readonly quietPeriods: QuietPeriods;
  /** Knows who is an adult today. */
  readonly calendar: Calendar;
  /** The same, as `watchReviewWords` reads them. */
  readonly reviewWords: ReviewWords;
  /**
   * Values as a table named `input`, to select from. The text of the statement does not depend on
   * the number of rows, so it stays prepared. A column is text where the first row holds text,
   * otherwise bigint.
   */
  rows(
    columns: readonly string[],
    values: readonly (readonly (number | string)[])[],
  ): RawBuilder<unknown>;
  /** Whether `value` is one of the integers in the text `list`, which commas separate. */
  isOneOf(value: RawBuilder<unknown>, list: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /** Texts as a subquery of one column, for `in`; always a single parameter. */
  texts(values: readonly string[]): RawBuilder<string>;
  /**
   * Rows of `survey_words` that have a word of each group, as a table to select from. The words are
   * folded; `…*` matches all words with that prefix.
   */
  matching(words: readonly (readonly string[])[]): RawBuilder<unknown>;
  /** Selects, as `word`, those of these words that a survey has; only words of Latin letters. */
  wordsInUse(words: readonly string[]): RawBuilder<unknown>;
  /** Ends a select that locks its rows; empty on SQLite, which has a single writer. */
  readonly forUpdate: RawBuilder<unknown>;
  /** The same, but leaves out rows that others have locked instead of waiting for them. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>;
  fault(error: unknown): DatabaseFault;
  /**
   * Sends a message to every process on this database, this one included. Within `tx` it arrives
   * when that commits; on SQLite at once, but queries of the listener wait for the commit.
   */
  publish(channel: string, payload: string, tx?: Transaction): Promise<void>;
  /**
   * The same for frequent messages: sent after `tx` has committed, at most one commit a second for
   * this process. Lost if the process dies before.
   */
  publishSoon(channel: string, payload: string, tx?: Transaction): Promise<void>;
  /** `missed` is called when messages may have been lost. */
  subscribe(channel: string, listener: (payload: string) => void, missed?: () => void): void;
  /**
   * Resolves once all transactions that are writing to the table have ended; later ones see what
   * was committed before the call. `tx` must not have written to it. Throws as on a lock timeout.
   */
  writesEnded(tx: Transaction, table: keyof Tables): Promise<void>;
  /**
   * Overwrites what was deleted in SQLite's log of changes too, unless a tool is reading the file;
   * PostgreSQL's vacuum does that by itself.
   */
  eraseDeleted(): Promise<void>;
  /** Gives the next row of a table an id above `last`. */
  resetIdSequence(tx: Transaction, table: keyof Tables, last: number): Promise<void>;
  /** Rejects while the database cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
