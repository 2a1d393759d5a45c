import { rankedIds } from "#contract/ballots/choices.ts";
import type { RankedVote } from "#contract/ballots/vote.ts";
import type { BallotStorage } from "./ballot-storage.reads.ts";
import { choiceStorage } from "./choices.writes.ts";

/** Each voter ranks some options; the vote's row names the first, by which results count. */
export const rankedStorage: BallotStorage<RankedVote> = {
  ...choiceStorage((vote) => rankedIds(vote).map((id, at) => [id, at + 1])),
  caption: "İlk tercihler",
  limits: ({ min_choices }, options) =>
    (min_choices ?? 1) > options ? undefined : { min_choices: min_choices ?? 1, max_choices: null },
  valueName: "rank",
};
