import type { ColumnType, Generated } from "kysely";
import type { BallotKind } from "#contract/ballots/ballots.ts";
import type { VoterId } from "./voter-id.ts";

/** How a survey is voted on, in its row. */
export interface BallotColumns {
  ballot: Generated<BallotKind>;
  /** How many options a voter has to choose, or to rank, and may choose; null without a limit. */
  min_choices: number | null;
  max_choices: number | null;
}

/** What votes for several options chose. */
export interface ChoiceTables {
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
  /** The rounds of a survey's rankings as they were last counted. */
  rounds: {
    survey_id: number;
    /** 1 where it covers the votes cast in private. */
    while_private: number;
    voters: number;
    /** A `Ranking` as JSON. */
    content: string;
  };
}
