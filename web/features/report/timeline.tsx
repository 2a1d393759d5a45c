import { HOUR_MS } from "#contract/durations.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { FoldedTable } from "./table.tsx";

const HEIGHT = 100;
const WIDTH = 400;
const COLUMNS = [
  { key: "from", name: "Başlangıç" },
  { key: "to", name: "Bitiş" },
  { key: "votes", name: "Oy" },
  { key: "sum", name: "O ana dek" },
];

/** Seen behind the line, and beside its name. */
const OUTSTANDING = "fill-nar/40";

/** How the votes added up over time. */
export function Timeline({ timeline, burst }: Pick<Report, "timeline" | "burst">) {
  const [only] = timeline;
  if (only && timeline.length === 1) {
    return (
      <p>{`${formatNumber(only.votes)} oy ${formatDateTime(only.from)} ile ${formatDateTime(only.to)} arasında geldi.`}</p>
    );
  }
  let sum = 0;
  const steps = timeline.map((step) => {
    const [from, to] = [Date.parse(step.from), Date.parse(step.to)];
    sum += step.votes;
    return { ...step, start: from, end: to, sum, rate: step.votes / ((to - from) / HOUR_MS) };
  });
  const [start, end] = [steps[0]?.start ?? 0, steps.at(-1)?.end ?? 1];
  const highest = Math.max(...steps.map(({ rate }) => rate));
  const [per, most] = highest < 1 ? ["günde", highest * 24] : ["saatte", highest];
  const busiest = `En yoğun aralıkta ${per} ortalama ${formatNumber(Math.round(most))} oy.`;
  const burstAt = burst && Date.parse(burst.from);
  const outstanding = steps.find(
    ({ start, end }) => burstAt !== null && start <= burstAt && burstAt < end,
  );
  const x = (moment: number) => ((moment - start) / (end - start)) * WIDTH;
  const y = (votes: number) => HEIGHT - (votes / sum) * (HEIGHT - 4);
  const line = `M0 ${HEIGHT}${steps.map((step) => `L${x(step.end)} ${y(step.sum)}`).join("")}`;
  return (
    <div className="grid grid-cols-1 gap-3">
      <figure className="grid gap-1">
        <p aria-hidden="true" className="text-sm text-muted">
          {busiest}
        </p>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Oyların zaman içinde birikmesi: ${steps.length} aralık, sonunda ${formatNumber(sum)} oy. ${busiest} Aynısı aşağıdaki tabloda.`}
          className="h-40 w-full rounded bg-sunken"
        >
          {outstanding && (
            <rect
              x={x(outstanding.start)}
              width={Math.max(2, x(outstanding.end) - x(outstanding.start))}
              height={HEIGHT}
              className={OUTSTANDING}
            />
          )}
          <path d={`${line}V${HEIGHT}H0z`} className="fill-turkuaz/25" />
          <path
            d={line}
            className="fill-none stroke-turkuaz stroke-3"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
          <span>{formatDateTime(timeline[0]?.from ?? "")}</span>
          <span className="text-right">{formatDateTime(timeline.at(-1)?.to ?? "")}</span>
          {outstanding && (
            <span className="flex w-full items-center gap-2">
              <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
                <rect width="12" height="12" className={OUTSTANDING} />
              </svg>
              Öne çıkan saatin aralığı
            </span>
          )}
        </figcaption>
      </figure>
      <FoldedTable title="Zaman tablosu" columns={COLUMNS}>
        {steps.map(({ from, to, votes, sum }) => (
          <tr key={from}>
            <th scope="row" className="font-normal whitespace-nowrap normal-nums">
              {formatDateTime(from)}
            </th>
            <td className="whitespace-nowrap normal-nums">{formatDateTime(to)}</td>
            <td>{formatNumber(votes)}</td>
            <td>{formatNumber(sum)}</td>
          </tr>
        ))}
      </FoldedTable>
    </div>
  );
}
