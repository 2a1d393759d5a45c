import type { Ranking, Result } from "#contract/endpoints/votes.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { roundWords, winnerWords } from "./ranking-words.ts";

interface Props {
  ranking: Ranking;
  /** In the survey's order. */
  results: readonly Pick<Result, "option_id" | "option_name">[];
  /** How many people voted. */
  total: number;
}

/** Who is ahead, and the rounds of the instant run-off that led there. */
export function Rounds({ ranking, results, total }: Props) {
  return (
    <>
      <h3 className="text-lg leading-snug font-extrabold wrap-anywhere">
        {winnerWords(ranking, results)}
      </h3>
      {/* Of many votes, rounds are counted only now and then. */}
      {ranking.voters !== total && (
        <p className="text-sm text-muted">
          Turlar, {formatNumber(ranking.voters)} oy varken hesaplandı.
        </p>
      )}
      <ol className="grid gap-4">
        {ranking.rounds.map((round, at) => (
          <li key={JSON.stringify(round.counts)} className="grid gap-1 break-inside-avoid">
            <h4 className="font-semibold">{at + 1}. tur</h4>
            <ul className="grid gap-0.5">
              {results.map(({ option_id, option_name }, option) => {
                const count = round.counts[option] ?? null;
                return (
                  count !== null && (
                    <li key={option_id} className="flex justify-between gap-3">
                      <span dir="auto" className="min-w-0 wrap-anywhere">
                        {option_name}
                      </span>
                      <span className="shrink-0 tabular-nums">{formatNumber(count)} oy</span>
                    </li>
                  )
                );
              })}
            </ul>
            <p className="text-sm text-muted wrap-anywhere">
              {round.exhausted > 0 && `Sıralaması biten oylar: ${formatNumber(round.exhausted)}. `}
              {roundWords(round, results)}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
