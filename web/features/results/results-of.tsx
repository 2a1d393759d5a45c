import { ballotNameOf, type WithBallot } from "#contract/ballots/ballots.ts";
import type { Ranking, Result } from "#contract/endpoints/votes.ts";
import { ResultsChart } from "#web/features/ballots/results-chart.tsx";
import { ResultsList } from "#web/features/ballots/results-list.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";

const SeveralResults = lazyComponent("Sonuçlar yükleniyor", async () => {
  const { SeveralResults } = await import("#web/features/ballots/several-results.tsx");
  return SeveralResults;
});

interface Props {
  survey: WithBallot;
  results: readonly Result[];
  ranking?: Ranking | undefined;
  total: number;
  /** Without the picture. */
  isShort?: boolean;
}

/** A survey's results in the form of its ballot. */
export function ResultsOf({ survey, results, ranking, total, isShort = false }: Props) {
  const { ballot } = ballotNameOf(survey);
  if (ballot) return <SeveralResults {...{ ballot, results, ranking, total, isShort }} />;
  return (
    <>
      <ResultsList results={results} total={total} />
      {!isShort && <ResultsChart results={results} />}
    </>
  );
}
