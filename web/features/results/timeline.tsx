import type { Report } from "#contract/report.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { reachByKeyboard } from "./group-list.tsx";

const HEIGHT = 100;
const WIDTH = 400;

/** Votes over time: each step as wide as its time, as high as its votes an hour. */
export function Timeline({ timeline, burst }: Pick<Report, "timeline" | "burst">) {
  const [only] = timeline;
  if (only && timeline.length === 1) {
    return (
      <p>{`${formatNumber(only.votes)} oy ${formatDateTime(only.from)} ile ${formatDateTime(only.to)} arasında geldi.`}</p>
    );
  }
  const steps = timeline.map((step) => {
    const [from, to] = [Date.parse(step.from), Date.parse(step.to)];
    return { ...step, start: from, end: to, rate: step.votes / ((to - from) / 3_600_000) };
  });
  const [start, end] = [steps[0]?.start ?? 0, steps.at(-1)?.end ?? 1];
  const highest = Math.max(...steps.map(({ rate }) => rate), 1);
  const x = (moment: number) => ((moment - start) / (end - start)) * WIDTH;
  return (
    <div className="grid gap-3">
      <figure className="grid gap-1">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Zaman içinde oylar: ${steps.length} adım, saatte en çok ${formatNumber(Math.ceil(highest))} oy. Aynısı aşağıdaki tabloda.`}
          className="h-40 w-full rounded bg-sunken"
        >
          {steps.map(({ from, start, end, rate }) => {
            const height = Math.max(1, (rate / highest) * (HEIGHT - 4));
            const isBurst =
              burst && start <= Date.parse(burst.from) && Date.parse(burst.from) < end;
            return (
              <rect
                key={from}
                x={x(start)}
                y={HEIGHT - height}
                width={Math.max(0.5, x(end) - x(start) - 0.5)}
                height={height}
                fill={isBurst ? "var(--color-nar)" : "var(--color-turkuaz)"}
              />
            );
          })}
        </svg>
        <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
          <span>{formatDateTime(timeline[0]?.from ?? "")}</span>
          <span>{`saatte en çok ${formatNumber(Math.ceil(highest))} oy`}</span>
          <span>{formatDateTime(timeline.at(-1)?.to ?? "")}</span>
        </figcaption>
      </figure>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded font-semibold text-turkuaz underline decoration-1 underline-offset-4 print:hidden">
          Zaman tablosu
        </summary>
        <section
          ref={reachByKeyboard}
          aria-label="Zaman tablosu"
          className="mt-2 overflow-x-auto rounded border border-line"
        >
          <table className="w-full text-left text-sm tabular-nums">
            <thead className="bg-sunken">
              <tr>
                <th scope="col" className="p-2.5">
                  Başlangıç
                </th>
                <th scope="col" className="p-2.5">
                  Bitiş
                </th>
                <th scope="col" className="p-2.5 text-right">
                  Oy
                </th>
              </tr>
            </thead>
            <tbody>
              {timeline.map(({ from, to, votes }) => (
                <tr key={from} className="border-t border-line">
                  <td className="p-2.5">{formatDateTime(from)}</td>
                  <td className="p-2.5">{formatDateTime(to)}</td>
                  <td className="p-2.5 text-right">{formatNumber(votes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  );
}
