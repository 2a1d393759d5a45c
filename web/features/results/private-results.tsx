import { useId } from "react";
import { votersOf, type WithBallot } from "#contract/ballots/ballots.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import { noOpinionWords } from "#web/features/results/steps-words.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { ResultsOf } from "./results-of.tsx";

interface Props {
  survey: WithBallot;
  results: Result[] | null;
  /** How many people voted, where their votes may name several options. */
  voters: number | undefined;
  private_no_opinion?: number | undefined;
}

/** Votes cast while the survey was private, shown beneath the results that exclude them (R210). */
export function PrivateResults({ survey, results, voters, private_no_opinion: none }: Props) {
  const title = useId();
  const total = votersOf(results ?? [], voters);
  return (
    <section aria-labelledby={title} className="grid gap-4 border-t border-line pt-4">
      <div className="grid gap-1">
        <h3 id={title} className="font-semibold">
          Anket özelken verilen oylar
        </h3>
        <p className="text-sm text-muted text-pretty">
          {results
            ? `${formatNumber(total)} oy. ${none ? `${noOpinionWords(none)} ` : ""}Yukarıdaki sonuçlara katılmaz.`
            : "Yeterince oy olmadığı için gösterilmiyor. Yukarıdaki sonuçlara katılmaz."}
        </p>
      </div>
      {results && <ResultsOf survey={survey} results={results} total={total} isShort />}
    </section>
  );
}
