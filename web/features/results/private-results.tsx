import { useId } from "react";
import type { WithBallot } from "#contract/ballots/ballots.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import { totalOf } from "#web/features/ballots/ballots.ts";
import { resultViewOf } from "#web/features/ballots/result-views.ts";
import { formatNumber } from "#web/lib/turkish.ts";

interface Props {
  survey: WithBallot;
  results: Result[] | null;
}

/** Votes cast while the survey was private, shown beneath the results that exclude them (R210). */
export function PrivateResults({ survey, results }: Props) {
  const title = useId();
  const { ResultsList } = resultViewOf(survey);
  const total = totalOf(survey, results ?? []);
  return (
    <section aria-labelledby={title} className="grid gap-4 border-t border-line pt-4">
      <div className="grid gap-1">
        <h3 id={title} className="font-semibold">
          Anket özelken verilen oylar
        </h3>
        <p className="text-sm text-muted text-pretty">
          {results
            ? `${formatNumber(total)} oy. Yukarıdaki sonuçlara katılmaz.`
            : "Yeterince oy olmadığı için gösterilmiyor. Yukarıdaki sonuçlara katılmaz."}
        </p>
      </div>
      {results && <ResultsList results={results} total={total} />}
    </section>
  );
}
