import { kindOf } from "#contract/ballots/ballots.ts";
import { shownResult } from "#contract/ballots/rating.ts";
import type { Report } from "#contract/endpoints/report.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";
import { KIND_WORDS } from "./kinds.ts";

interface Props extends Pick<Report, "options" | "results"> {
  survey: Survey;
  /** How many people voted. */
  total: number;
}

/** Each option's share of the votes, or its mean grade, as a bar; the longest first. */
export function ResultBars({ survey, options, results, total }: Props) {
  const { counted, note } = KIND_WORDS[kindOf(survey)];
  const pictures = new Map(survey.options.map(({ id, image }) => [id, image]));
  const rows = options
    .map((option, i) => ({ ...option, ...rowOf(results[i], total) }))
    .sort((a, b) => b.length - a.length);
  return (
    <>
      {note && <p className="text-sm text-muted text-pretty">{note}</p>}
      <ul className="grid gap-4">
        {rows.map(({ id, content, color, count, mean, text, length }) => (
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
                <span className="shrink-0 text-sm text-muted">{`${formatNumber(count)} ${counted}`}</span>
                <span
                  className={cn(
                    "min-w-13 shrink-0 text-right text-lg font-extrabold",
                    // The comma of a mean would be as wide as a digit.
                    mean === undefined && "tabular-nums",
                  )}
                >
                  {text}
                </span>
              </div>
              <svg
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="h-3 w-full overflow-hidden rounded bg-sunken"
              >
                <rect width={length} height="4" fill={color} />
              </svg>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is said of an option, and the length of its bar in percent. */
function rowOf(result: Report["results"][number] | undefined, total: number) {
  const { count, ...shown } = result ?? { count: 0, value: "%0" };
  const { text, share } = shownResult(shown);
  const { mean } = shown;
  const isExact = mean === undefined && total > 0;
  return { count, mean, text, length: isExact ? (100 * count) / total : share };
}
