import { type BallotKind, kindOf, votersOf, type WithBallot } from "#contract/ballots/ballots.ts";
import type { BallotView } from "./ballot-view.ts";
import { singleView } from "./single.tsx";

const VIEWS: Partial<Record<BallotKind, BallotView>> = { single: singleView };

export const viewOf = (survey: WithBallot): BallotView => VIEWS[kindOf(survey)] ?? singleView;

/** How many people voted, by results of the survey. */
export const totalOf = (
  _survey: WithBallot,
  results: readonly { count: number }[] = [],
  voters?: number,
): number => votersOf(results, voters);
