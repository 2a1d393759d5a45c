import { multipleView } from "#web/features/ballots/multiple.tsx";
import { rankedView } from "#web/features/ballots/ranked.tsx";
import { ratingView } from "#web/features/ballots/rating.tsx";
import { Ballot } from "./ballot.tsx";
import type { BallotProps } from "./use-ballot.ts";

/** The ballot of a survey whose votes may name several options. */
export function SeveralBallot(props: BallotProps) {
  switch (props.survey.ballot) {
    case "multiple":
      return <Ballot view={multipleView} {...props} />;
    case "ranked":
      return <Ballot view={rankedView} {...props} />;
    case "rating":
      return <Ballot view={ratingView} {...props} />;
  }
  return null;
}
