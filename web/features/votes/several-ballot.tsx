import type { ComponentType } from "react";
import { type BallotKind, type Choice, kindOf } from "#contract/ballots/ballots.ts";
import type { BallotView } from "#web/features/ballots/ballot-view.ts";
import { multipleView } from "#web/features/ballots/multiple.tsx";
import { rankedView } from "#web/features/ballots/ranked.tsx";
import { ratingView } from "#web/features/ballots/rating.tsx";
import { singleView } from "#web/features/ballots/single.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Ballot } from "./ballot.tsx";
import { withNoOpinion } from "./no-opinion.tsx";
import type { BallotProps } from "./use-ballot.ts";

function ballotOf<Chosen extends Choice>(view: BallotView<Chosen>): ComponentType<BallotProps> {
  const orNone = withNoOpinion(view);
  return (props) =>
    props.survey.allows_no_opinion ? (
      <Ballot view={orNone} {...props} />
    ) : (
      <Ballot view={view} {...props} />
    );
}

const QuizBallot = lazyComponent<BallotProps>(
  "Test yükleniyor",
  async () => (await import("#web/features/quizzes/quiz-ballot.tsx")).QuizBallot,
);

const BALLOTS: Record<BallotKind, ComponentType<BallotProps>> = {
  single: ballotOf(singleView),
  multiple: ballotOf(multipleView),
  ranked: ballotOf(rankedView),
  rating: ballotOf(ratingView),
  quiz: QuizBallot,
};

/** The ballot of a survey whose votes may name several options, or none. */
export function SeveralBallot(props: BallotProps) {
  const Kind = BALLOTS[kindOf(props.survey)];
  return <Kind {...props} />;
}
