import { GRADES } from "#contract/ballots/rating.ts";
import type { Report } from "#contract/endpoints/report.ts";
import type { Ranking } from "#contract/endpoints/votes.ts";
import { pairWords } from "#web/features/ballots/ranking-words.ts";
import { meanText, ratingSummary } from "#web/features/ballots/rating-words.ts";
import { Rounds } from "#web/features/ballots/rounds.tsx";
import { isolated } from "#web/lib/direction.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { Table } from "./table.tsx";

interface Props {
  report: Report;
  /** How many people voted. */
  total: number;
}

const OTHER_WINNER =
  " Turların birincisi başka, çünkü turlarda her oy yalnızca kalan şıkların en üsttekine sayılır.";

/** How rankings were counted, or how grades spread. */
export function BallotDetails({ report, total }: Props) {
  const { options, results, ranking } = report;
  if (!ranking) return <Grades options={options} results={results} />;
  const { condorcet, winner } = ranking;
  const named = options.map(({ id, content }) => ({ option_id: id, option_name: content }));
  return (
    <>
      <Rounds ranking={ranking} results={named} total={total} />
      <h3 className="text-lg font-extrabold">İkili karşılaştırma</h3>
      <p className="font-semibold wrap-anywhere">
        {pairWords(ranking, named)}
        {condorcet !== undefined && condorcet !== winner && OTHER_WINNER}
      </p>
      <p className="text-sm text-muted text-pretty">
        Her sayı, satırdaki şıkkı sütundakinden üstte tutanlardır. Sıralanmayan şıklar
        sıralananların altında sayılır. Satırdaki şıkkın kazandığı karşılaştırmalar çerçevelidir.
      </p>
      <Pairs options={options} ranking={ranking} />
    </>
  );
}

interface PairsProps {
  options: Report["options"];
  ranking: Pick<Ranking, "pairwise">;
}

/** Each option against each other one, those that win most pairs first. */
function Pairs({ options, ranking: { pairwise } }: PairsProps) {
  const votes = (one: number, other: number) => pairwise[one]?.[other] ?? 0;
  const hasWon = (one: number, other: number) => votes(one, other) > votes(other, one);
  const wins = options.map((_, one) => options.filter((__, other) => hasWon(one, other)).length);
  const order = options
    .map((option, at) => ({ ...option, at, wins: wins[at] ?? 0 }))
    .sort((a, b) => b.wins - a.wins);
  const columns = order.map(({ id }, i) => ({ key: id, name: `${i + 1}` }));
  return (
    <Table title="İkili karşılaştırma" columns={[{ key: "option", name: "Şık" }, ...columns]}>
      {order.map((row, i) => (
        <tr key={row.id}>
          <th scope="row" className="max-w-40 min-w-28 wrap-break-word hyphens-auto sm:max-w-72">
            {i + 1}. <bdi>{row.content}</bdi>
          </th>
          {order.map((column) => {
            const isWon = hasWon(row.at, column.at);
            return (
              <td key={column.id}>
                {row === column ? (
                  <span className="text-muted">–</span>
                ) : (
                  <>
                    <span
                      className={cn(
                        isWon && "inline-block rounded border-2 border-ink px-1.5 font-extrabold",
                      )}
                    >
                      {formatNumber(votes(row.at, column.at))}
                    </span>
                    <span className="sr-only">
                      {`, karşısında ${isolated(column.content)}${isWon ? ": kazanıyor" : ""}`}
                    </span>
                  </>
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

/** How often each grade was given to each option. */
function Grades({ options, results }: Pick<Report, "options" | "results">) {
  return (
    <>
      <p className="text-sm text-muted text-pretty">
        Ortanca puan, bir şıkkın puanları küçükten büyüğe dizilince tam ortada kalandır: puan
        verenlerin en az yarısı o kadar ya da daha çok verdi. Birkaç uç puan onu değiştirmez.
      </p>
      <ul className="grid gap-6 sm:grid-cols-2">
        {options.map(({ id, content, color }, at) => {
          const result = results[at] ?? { count: 0, value: "" };
          return (
            <li key={id} className="grid content-start gap-2 break-inside-avoid">
              <div className="flex items-baseline gap-3">
                <span dir="auto" className="min-w-0 grow leading-snug font-semibold wrap-anywhere">
                  {content}
                </span>
                <span className="shrink-0 text-lg font-extrabold">{meanText(result)}</span>
              </div>
              <Spread spread={result.spread ?? []} color={color} />
              <p className="text-sm text-muted">{ratingSummary(result)}</p>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A column for each grade, as high as it was given often. */
function Spread({ spread, color }: { spread: readonly number[]; color: string }) {
  const most = Math.max(...spread, 1);
  return (
    <ol className="grid grid-cols-5 gap-1.5 text-center text-sm leading-tight tabular-nums">
      {GRADES.map((grade) => {
        const times = spread[grade - 1] ?? 0;
        const height = (60 * times) / most;
        return (
          <li key={grade} className="grid gap-1">
            <span className="sr-only">{`${grade} puan: ${formatNumber(times)} kişi`}</span>
            <span aria-hidden="true" className="text-muted">
              {formatNumber(times)}
            </span>
            <svg
              viewBox="0 0 1 60"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-15 w-full border-b border-edge"
            >
              <rect y={60 - height} width="1" height={height} fill={color} />
            </svg>
            <span aria-hidden="true" className="font-semibold">
              {grade}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
