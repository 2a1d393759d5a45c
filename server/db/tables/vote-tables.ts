import type { ColumnType, Generated } from "kysely";
import type { BallotKind } from "#contract/ballots/ballots.ts";
import type { Millis } from "../timestamps.ts";
import type { QuizTables } from "./quiz-tables.ts";
import type { VoterId } from "./voter-id.ts";

/** How a survey is voted on, in its row. */
export interface BallotColumns {
  ballot: Generated<BallotKind>;
  /** How many options a voter has to choose, or to rank, and may choose; null without a limit. */
  min_choices: number | null;
  max_choices: number | null;
  /** 1 where people may say that they have no opinion (R584). */
  allows_no_opinion: Generated<number>;
}

/** Votes, what those for several options chose, and what deleted accounts leave of theirs. */
export interface VoteTables extends QuizTables {
  votes: {
    survey_id: number;
    user_id: ColumnType<VoterId, number, number>;
    /** What was chosen; of several options one of them (ADR-069). */
    option_id: number;
    /** 1 where nothing was chosen: `option_id` then says nothing (ADR-074). Otherwise null. */
    no_opinion: number | null;
    /** 1 if cast while the survey was private, otherwise null, which takes no space. */
    while_private: number | null;
    /**
     * null where it stays as it was cast; otherwise whether an established account cast it in
     * private, as counted in the option's `established_votes` (R451).
     */
    changeable: number | null;
  };
  /** Beside its row in `votes`, each option of a vote with its rank or grade, otherwise with 1. */
  choices: {
    survey_id: number;
    user_id: ColumnType<VoterId, number, number>;
    option_id: number;
    value: number;
  };
  /** How often an option was chosen with a value, counted as `options` counts votes. */
  choice_counts: {
    option_id: number;
    value: number;
    vote_count: number;
    private_votes: number;
    shown_votes: Generated<number>;
  };
  /** How many votes of a survey have no option, counted as `options` counts votes. */
  no_opinion_counts: {
    survey_id: number;
    vote_count: number;
    private_votes: number;
    shown_votes: Generated<number>;
  };
  /** The rounds of a survey's rankings as they were last counted. */
  rounds: {
    survey_id: number;
    /** 1 where it covers the votes cast in private. */
    while_private: number;
    voters: number;
    /** A `Ranking` as JSON. */
    content: string;
  };
  /**
   * Records that the mailbox of a deleted account has voted on a survey, but not which option;
   * marks of one mailbox in two surveys have nothing in common (R211).
   */
  vote_marks: { survey_id: number; mark: number };
  /** Deleted accounts whose votes still carry their id; null for those of earlier versions. */
  pending_anonymizations: { user_id: number; deleted_at: Millis; mailbox: number | null };
}
