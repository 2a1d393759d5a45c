import { idsOf } from "#contract/ballots/choices.ts";
import type { MultipleVote } from "#contract/ballots/vote.ts";
import type { BallotStorage } from "./ballot-storage.reads.ts";
import { choiceStorage } from "./choices.writes.ts";

/** Each voter chooses some options. */
export const multipleStorage: BallotStorage<MultipleVote> = {
  // In their order, so that the vote's row does not say which came to mind first.
  ...choiceStorage((vote) =>
    idsOf(vote)
      .sort((a, b) => a - b)
      .map((id) => [id, 1]),
  ),
  caption: "Birden çok şık seçilebilir",
  limits({ min_choices, max_choices }, options) {
    const [least, most] = [min_choices ?? 1, max_choices ?? options];
    if (least > most || most > options) return undefined;
    return { min_choices: least, max_choices: most };
  },
  tally: (byValue) => ({ count: byValue[1] ?? 0 }),
};
