/**
 * What browser and server compute alike for a kind of ballot. Counts are in the options' order, of
 * each the number of voters who chose it; `voters` is the number of all voters.
 */
export interface BallotRules {
  /** Whether a vote has the form of this kind. */
  isVote(vote: object): boolean;
  /** The options' shares in whole percent, all 0 without votes. */
  shares(counts: readonly number[], voters?: number): number[];
  /** The index of the option that is ahead of every other; undefined without one. */
  leading(counts: readonly number[]): number | undefined;
}
