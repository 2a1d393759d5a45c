import type { Ranking, Result } from "#contract/endpoints/votes.ts";
import type { BallotName } from "#contract/shapes/survey-shapes.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { pairWords } from "./ranking-words.ts";
import { meanText, ratingSummary } from "./rating-words.ts";
import { ResultsChart } from "./results-chart.tsx";
import { ResultsList } from "./results-list.tsx";
import { Rounds } from "./rounds.tsx";

interface Props {
  ballot: BallotName;
  results: readonly Result[];
  /** Absent until rankings were counted, and for votes cast in private. */
  ranking?: Ranking | undefined;
  /** How many people voted. */
  total: number;
  /** Whether there is room for no picture. */
  isShort?: boolean;
}

/** The results where a vote may name several options. */
export function SeveralResults({ ballot, results, ranking, total, isShort = false }: Props) {
  if (ballot === "quiz") {
    return results.length > 1 ? (
      <ResultsList results={results} total={total} />
    ) : (
      <p className="text-muted text-pretty">Herkesin ilk çözümü bir kez sayılır.</p>
    );
  }
  if (ballot === "rating") return <RatingResults results={results} />;
  return (
    <>
      {ballot === "multiple" ? (
        <p className="text-sm text-muted text-pretty">
          Birden çok şık seçilebildiği için yüzdelerin toplamı 100’ü aşabilir.
        </p>
      ) : (
        <p className="text-sm text-muted">İlk tercihler:</p>
      )}
      <ResultsList results={results} total={total} />
      {ballot === "multiple" && !isShort && <ResultsChart results={results} />}
      {ranking && ranking.voters > 0 && (
        <section className="grid gap-3 border-t border-line pt-4">
          <Rounds ranking={ranking} results={results} total={total} />
          <p className="text-sm wrap-anywhere">{pairWords(ranking, results)}</p>
        </section>
      )}
    </>
  );
}

function RatingResults({ results }: { results: readonly Result[] }) {
  return (
    <ul className="grid gap-4">
      {results.map((result) => (
        <li key={result.option_id} className="grid gap-1">
          <div className="flex items-end gap-2">
            <span dir="auto" className="min-w-0 grow leading-snug font-semibold wrap-anywhere">
              {result.option_name}
            </span>
            <Spread {...result} />
            <span className="w-12 shrink-0 text-right text-lg leading-snug font-extrabold">
              {meanText(result)}
            </span>
          </div>
          <p className="text-sm text-muted">{ratingSummary(result)}</p>
        </li>
      ))}
    </ul>
  );
}

/** How often the grades were given, the lowest first. */
function Spread({ spread = [], color }: Result) {
  const most = Math.max(...spread, 1);
  const words = spread.map((times, at) => `${at + 1}: ${formatNumber(times)}`).join(", ");
  return (
    <svg
      viewBox="0 0 50 24"
      role="img"
      aria-label={`Puanlara göre oylar: ${words}`}
      className="h-6 w-13 shrink-0"
    >
      {spread.map((times, at) => {
        const height = 1 + (23 * times) / most;
        const x = at * 10 + 1;
        return <rect key={x} x={x} y={24 - height} width="8" height={height} fill={color} />;
      })}
    </svg>
  );
}
