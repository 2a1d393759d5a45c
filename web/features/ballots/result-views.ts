import type { ComponentType } from "react";
import { type BallotKind, kindOf, type WithBallot } from "#contract/ballots/ballots.ts";
import type { ResultsProps } from "./ballot-view.ts";
import { ResultsChart } from "./results-chart.tsx";
import { ResultsList } from "./results-list.tsx";

/** How the results of a kind of ballot are drawn; loaded only where results are shown. */
interface ResultView {
  /** The results as a list, which stands alone where there is little room, and as a picture. */
  ResultsList: ComponentType<ResultsProps>;
  ResultsChart: ComponentType<Pick<ResultsProps, "results">>;
}

const PLAIN: ResultView = { ResultsList, ResultsChart };
const RESULT_VIEWS: Partial<Record<BallotKind, ResultView>> = { single: PLAIN };

export const resultViewOf = (survey: WithBallot): ResultView =>
  RESULT_VIEWS[kindOf(survey)] ?? PLAIN;
