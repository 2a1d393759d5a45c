import { votersOf, type WithBallot } from "#contract/ballots/ballots.ts";

/** How many people voted, by results of the survey. */
export const totalOf = (
  _survey: WithBallot,
  results: readonly { count: number }[] = [],
  voters?: number,
): number => votersOf(results, voters);
