import { countRanked, type RankedCount } from "#contract/ballots/ranked-count.ts";

/** Runs in the thread: counts rankings as `countRanked` does. */
export const countInThread = ({ rankings, options }: PackedRankings): RankedCount =>
  countRanked(rankings, options);

export interface PackedRankings {
  rankings: Uint8Array;
  /** How many there are to rank. */
  options: number;
}
