import type { BallotRules } from "./ballot-rules.ts";
import { isSelection } from "./choices.ts";
import { singleRules } from "./single.ts";

/** Each voter chooses some options, so that shares of voters may exceed 100 together. */
export const multipleRules: BallotRules = {
  isVote: isSelection,
  shares: (counts, voters = 0) =>
    counts.map((count) => (voters === 0 ? 0 : Math.round((count * 100) / voters))),
  leading: (counts) => singleRules.leading(counts),
};
