import type { Report } from "#contract/endpoints/report.ts";
import { formatNumber } from "#web/lib/turkish.ts";

/** Each option's share of the votes as a bar. */
export function ResultBars({ options, results }: Pick<Report, "options" | "results">) {
  const total = results.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className="grid gap-4">
      {options.map(({ id, content, color }, i) => {
        const { count, value } = results[i] ?? { count: 0, value: "%0" };
        return (
          <li key={id} className="grid gap-1.5">
            <div className="flex items-baseline gap-3">
              <span dir="auto" className="min-w-0 grow leading-snug font-semibold wrap-anywhere">
                {content}
              </span>
              <span className="shrink-0 text-sm text-muted">{`${formatNumber(count)} oy`}</span>
              <span className="min-w-13 shrink-0 text-right text-lg font-extrabold tabular-nums">
                {value}
              </span>
            </div>
            <svg
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-5 w-full overflow-hidden rounded bg-sunken"
            >
              <rect width={total === 0 ? 0 : (100 * count) / total} height="4" fill={color} />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
