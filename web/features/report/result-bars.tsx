import type { Report } from "#contract/endpoints/report.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { Picture } from "#web/ui/picture.tsx";

interface Props extends Pick<Report, "options" | "results"> {
  survey: Survey;
}

/** Each option's share of the votes as a bar, the most voted first. */
export function ResultBars({ survey, options, results }: Props) {
  const total = results.reduce((sum, { count }) => sum + count, 0);
  const pictures = new Map(survey.options.map(({ id, image }) => [id, image]));
  const rows = options
    .map((option, i) => ({ ...option, ...(results[i] ?? { count: 0, value: "%0" }) }))
    .sort((a, b) => b.count - a.count);
  return (
    <ul className="grid gap-4">
      {rows.map(({ id, content, color, count, value }) => (
        <li key={id} className="flex items-center gap-3">
          <Picture
            path={pictures.get(id) ?? ""}
            alt=""
            sizes="3rem"
            className="size-12 shrink-0 rounded"
          />
          <div className="grid min-w-0 grow gap-1.5">
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
              className="h-3 w-full overflow-hidden rounded bg-sunken"
            >
              <rect width={total === 0 ? 0 : (100 * count) / total} height="4" fill={color} />
            </svg>
          </div>
        </li>
      ))}
    </ul>
  );
}
