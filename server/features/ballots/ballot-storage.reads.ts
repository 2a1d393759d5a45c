import type { RawBuilder, SqlBool } from "kysely";
import type { CountableVote } from "#contract/ballots/ballots.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { VoterId } from "#server/db/tables/voter-id.ts";

/** How votes of a form are stored and counted. */
export interface VoteStorage<V extends CountableVote = CountableVote> {
  /** False of votes without an option; otherwise absent. */
  isOpinion?: false;
  /** Whether an option's votes are its whole result, which groups of voters, pictures and news show. */
  isPlain?: true;
  /** Columns for the choice in the table expression `input`, of which `offered` finds one option. */
  columns: readonly string[];
  /** A vote's values for these columns. */
  values(vote: V): readonly (number | string)[];
  /** The options that a vote chose, each with its row's value in `choices`; absent if it has none. */
  chosen?(vote: V): readonly (readonly [optionId: number, value: number])[];
  /**
   * What follows `join` to find the choice in `input` among what the survey offers, as the table
   * `offered`. A condition in its place costs a fifth of a vote on SQLite.
   */
  offered(db: Database): RawBuilder<unknown>;
  /** Whether the choice in `input` is of as many options as `surveys` says; absent if always. */
  fits?: RawBuilder<SqlBool>;
  /**
   * The statements that count votes, with their voters' data as of `now`. `inserted` is a table
   * expression with the columns `survey_id`, `option_id`, `user_id`, `while_private`, `established`
   * and `changeable` (null or -1 where it stays), one row per vote, of some of `votes`. PostgreSQL runs the last of them first.
   */
  counts(
    db: Database,
    inserted: RawBuilder<unknown>,
    now: number,
    votes: readonly { vote: V; voter: { id: VoterId } }[],
  ): readonly RawBuilder<unknown>[];
}

/** The same of a kind of ballot. */
export interface BallotStorage<V extends CountableVote = CountableVote> extends VoteStorage<V> {
  /** What is said below results that are not of one choice each. */
  caption?: string;
  /** What a link to it asks for, instead of "oyla". */
  verb?: string;
  /** What pictures of links say instead of "Siz ne dersiniz?". */
  invites?: string;
  /**
   * How many of a survey's `options` a voter chooses or ranks, as its row says; null without a limit.
   * Returns undefined where nobody could vote so.
   */
  limits(asked: ChoiceLimits, options: number): ChoiceLimits | undefined;
  /**
   * Why a draft with so many options cannot be published yet; absent where it needs two options and
   * nothing else.
   */
  missing?(tx: Transaction, surveyId: number, options: number): Promise<ErrorCode | undefined>;
  /** What the value of a choice is called in a person's download; absent if it says nothing. */
  valueName?: "rank" | "score";
  /**
   * What results say of an option that was chosen so often with each value, from 0 on; absent where
   * they say how many votes have it as their `option_id`.
   */
  tally?(byValue: readonly number[]): OptionTally;
}

export interface ChoiceLimits {
  min_choices: number | null;
  max_choices: number | null;
}

export type OptionTally = Pick<Result, "count" | "mean" | "median_grade" | "spread">;
