import type { RawBuilder } from "kysely";
import type { Vote } from "#contract/ballots/vote.ts";
import type { Database } from "#server/db/database.ts";

/** How votes of a kind of ballot are stored and counted. */
export interface BallotStorage<V extends Vote = Vote> {
  /** Columns for the choice in the table expression `input`, among them `option_id`. */
  columns: readonly string[];
  /** A vote's values for these columns. */
  values(vote: V): readonly number[];
  /**
   * What follows `join` to find the choice in `input` among what the survey offers, as the table
   * `offered`. A condition in its place costs a fifth of a vote on SQLite.
   */
  offered: RawBuilder<unknown>;
  /**
   * The statements that count votes, with their voters' data as of `now`. `inserted` is a table
   * expression with the columns `option_id`, `user_id`, `while_private` and `established`, one row
   * per vote.
   */
  counts(db: Database, inserted: RawBuilder<unknown>, now: number): readonly RawBuilder<unknown>[];
  /**
   * A survey's number of votes, for a query that reads `surveys`. `counter` is an expression of
   * columns of `options` and `surveys` that says which votes count.
   */
  total(counter: RawBuilder<number>): RawBuilder<number>;
}
