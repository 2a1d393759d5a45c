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
];

/** Outlined too, for people who do not see the colour. */
const OUTSTANDING = "fill-nar stroke-ink stroke-2";

/** Votes over time: each step is as wide as its period and as high as its votes per hour. */
export function Timeline({ timeline, burst }: Pick<Report, "timeline" | "burst">) {
  const [only] = timeline;
  if (only && timeline.length === 1) {
    return (
      <p>{`${formatNumber(only.votes)} oy ${formatDateTime(only.from)} ile ${formatDateTime(only.to)} arasında geldi.`}</p>
    );
  }
  const steps = timeline.map((step) => {
    const [from, to] = [Date.parse(step.from), Date.parse(step.to)];
    return { ...step, start: from, end: to, rate: step.votes / ((to - from) / HOUR_MS) };
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
          aria-label={`Zaman içinde oylar: ${steps.length} aralık. ${busiest} Aynısı aşağıdaki tabloda.`}
          className="h-40 w-full rounded bg-sunken"
        >
          {steps.map(({ from, start, end, rate }) => {
            const height = Math.max(1, (rate / highest) * (HEIGHT - 4));
            return (
              <rect
                key={from}
                x={x(start)}
                y={HEIGHT - height}
                width={Math.max(0.5, x(end) - x(start) - 0.5)}
                height={height}
                className={from === outstanding?.from ? OUTSTANDING : "fill-turkuaz"}
                vectorEffect="non-scaling-stroke"
              />
            );
          })}
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
        {timeline.map(({ from, to, votes }) => (
          <tr key={from}>
            <th scope="row" className="font-normal whitespace-nowrap normal-nums">
              {formatDateTime(from)}
            </th>
            <td className="whitespace-nowrap normal-nums">{formatDateTime(to)}</td>
            <td>{formatNumber(votes)}</td>
          </tr>
        ))}
      </FoldedTable>
    </div>
  );
}
