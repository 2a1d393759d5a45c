import type { Result } from "#contract/endpoints/votes.ts";
import { formatNumber } from "#web/lib/turkish.ts";

/** Each option's name, votes and share, with a bar in its colour (R81). */
export function ResultsList({ results, total }: { results: readonly Result[]; total: number }) {
  return (
    <ul className="flex flex-col gap-4">
      {results.map(({ option_id, option_name, count, color, value }) => (
        <li key={option_id} className="grid gap-1.5">
          <div className="flex items-baseline gap-2">
            <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
              <circle cx="6" cy="6" r="6" fill={color} />
            </svg>
            <span dir="auto" className="min-w-0 grow leading-snug font-semibold wrap-anywhere">
              {option_name}
            </span>
            <span className="shrink-0 text-sm text-muted">{formatNumber(count)} Oy</span>
            <span className="w-13 shrink-0 text-right text-lg font-extrabold tabular-nums">
              {value}
            </span>
          </div>
          <svg
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-2 w-full overflow-hidden rounded-full bg-sunken"
          >
            <rect
              width={total === 0 ? 0 : (100 * count) / total}
              height="4"
              fill={color}
              className="origin-left transition-transform duration-180 starting:scale-x-0"
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}
