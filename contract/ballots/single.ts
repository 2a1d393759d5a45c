import { percentages } from "../percentages.ts";
import type { BallotRules } from "./ballot-rules.ts";

/** Each voter chooses one option. */
export const singleRules: BallotRules = {
  isVote: (vote) => "survey_option_id" in vote,
  shares: (counts) => percentages(counts),
  leading(counts) {
    const most = Math.max(...counts);
    const first = counts.indexOf(most);
    return most > 0 && counts.lastIndexOf(most) === first ? first : undefined;
  },
};
