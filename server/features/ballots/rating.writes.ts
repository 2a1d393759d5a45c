import { GRADES, gradesOf } from "#contract/ballots/rating.ts";
import type { RatingVote } from "#contract/ballots/vote.ts";
import type { BallotStorage } from "./ballot-storage.reads.ts";
import { choiceStorage } from "./choices.writes.ts";
import { UNLIMITED } from "./single.writes.ts";

/** Each voter gives some options a grade. */
export const ratingStorage: BallotStorage<RatingVote> = {
  ...choiceStorage(({ choices }) =>
    choices
      .map(({ option_id, score }) => [option_id, score] as const)
      .sort(([one], [other]) => one - other),
  ),
  caption: "5 üzerinden ortalama not",
  limits: () => UNLIMITED,
  valueName: "score",
  tally(byValue) {
    const spread = GRADES.map((grade) => byValue[grade] ?? 0);
    const count = spread.reduce((sum, times) => sum + times, 0);
    return { count, spread, ...gradesOf(spread) };
  },
};
