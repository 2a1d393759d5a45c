import type { Kysely, Transaction as KyselyTransaction, RawBuilder } from "kysely";
import type { Tables } from "./tables/tables.ts";

/** Kinds of database errors that both engines share; null for anything else. */
export type DatabaseFault =
  | "unique"
  | "foreign_key"
  /** Another transaction was in the way: a retry may succeed. */
  | "conflict"
  | "full"
  | "unavailable"
  /** It did not say in time whether it committed. */
  | "unknown"
  | null;

export type Transaction = KyselyTransaction<Tables>;

export interface Replica {
  /** It has all that was committed until so many milliseconds ago; Infinity while nobody knows. */
  ageMs(): number;
  /** Has what `work` reads read there; what it writes is written where it belongs. */
  read<T>(work: () => Promise<T>): Promise<T>;
}

/** What the features use of either engine. */
export interface Database {
  readonly engine: "sqlite" | "postgres";
  readonly query: Kysely<Tables>;
  /** A copy from which what everybody may see can be read; undefined where there is none. */
  readonly replica?: Replica | undefined;
  /**
   * Values as a table named `input`, to select from. However many rows there are, the text of the
   * statement is the same, so it stays prepared. A column is text where the first row holds text,
   * otherwise bigint.
   */
  rows(
    columns: readonly string[],
    values: readonly (readonly (number | string)[])[],
  ): RawBuilder<unknown>;
  /** Texts as a subquery of one column, for `in`; one parameter however many there are. */
  texts(values: readonly string[]): RawBuilder<string>;
  /**
   * Rows of `survey_words` that have a word of each group, as a table to select from. The words are
   * folded; `…*` stands for all that begin so.
   */
  matching(words: readonly (readonly string[])[]): RawBuilder<unknown>;
  /** Selects, as `word`, those of these words that a survey has; they have Latin letters alone. */
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
   * The same for what repeats: after `tx` has committed, and gathered to one commit a second of this
   * process. Lost where the process dies before.
   */
  publishSoon(channel: string, payload: string, tx?: Transaction): Promise<void>;
  /** `missed` is called when messages may have been lost. */
  subscribe(channel: string, listener: (payload: string) => void, missed?: () => void): void;
  /**
   * Resolves once all statements that are writing to the table have ended; later ones see what was
   * committed before the call. `tx` has written nothing there. Throws like a lock that is not got in
   * time.
   */
  writesEnded(tx: Transaction, table: keyof Tables): Promise<void>;
  /** Lets the next row of a table have an id above `last`. */
  resetIdSequence(tx: Transaction, table: keyof Tables, last: number): Promise<void>;
  /** Rejects while the database cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
