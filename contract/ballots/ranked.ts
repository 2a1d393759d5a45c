import type { BallotRules } from "./ballot-rules.ts";
import { isRanking } from "./choices.ts";
import { singleRules } from "./single.ts";

/**
 * Each voter puts some options or all of them in an order. Counts and shares are of first choices;
 * they alone do not say who is ahead.
 */
export const rankedRules: BallotRules = {
  isVote: isRanking,
  shares: (counts) => singleRules.shares(counts),
  leading: () => undefined,
};
