import type { Choice, ChoiceOf } from "#contract/ballots/ballots.ts";
import { isRanking, isRating } from "#contract/ballots/choices.ts";
import type { SingleVote } from "#contract/ballots/vote.ts";
import type { Described } from "#web/features/ballots/ballot-view.ts";
import { multipleView } from "#web/features/ballots/multiple.tsx";
import { rankedView } from "#web/features/ballots/ranked.tsx";
import { ratingView } from "#web/features/ballots/rating.tsx";
import { ShownChoice } from "./shown-choice.tsx";

interface Props {
  choice: Exclude<Choice, ChoiceOf<SingleVote>>;
  survey: Described;
}

/** What a vote for several options, or for none, chooses. */
export function SeveralChoice({ choice, survey }: Props) {
  if ("no_opinion" in choice) return <ShownChoice text="Fikrim yok" />;
  if (isRanking(choice)) return <ShownChoice {...rankedView.describe(choice, survey)} />;
  if (isRating(choice)) return <ShownChoice {...ratingView.describe(choice, survey)} />;
  return <ShownChoice {...multipleView.describe(choice, survey)} />;
}
