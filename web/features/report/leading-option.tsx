import { rulesOf, votersOf } from "#contract/ballots/ballots.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { TELLING_VOTES } from "#contract/shapes/groups.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";
import { Picture } from "#web/ui/picture.tsx";

/** Votes of private surveys that may not be shown yet (R206). */
const UNSEEN_PRIVATE = 5;

interface Props {
  survey: Survey;
  leader: ReturnType<typeof leaderIn>;
}

/** The picture of the option that leads, with its name and share; without one the survey's own. */
export function LeadingOption({ survey, leader }: Props) {
  const option = leader && survey.options.find(({ id }) => id === leader.id);
  return (
    <figure className="relative -mx-4 overflow-hidden sm:mx-0 sm:rounded print:hidden">
      <Picture
        path={option?.image ?? survey.image_path}
        alt=""
        sizes="(min-width: 640px) 38rem, 100vw"
        priority
        className="aspect-16/9 max-h-80 w-full"
      />
      {leader && (
        <figcaption className="absolute inset-x-0 bottom-0 bg-linear-to-t from-backdrop/90 via-backdrop/65 to-transparent px-4 pt-14 pb-4 text-2xl leading-tight font-extrabold text-balance text-[white] wrap-anywhere sm:text-3xl">
          {`En çok oyu “${isolated(leader.content)}” aldı: ${leader.value}`}
        </figcaption>
      )}
    </figure>
  );
}

/**
 * The option that leads, with its share; undefined where there are too few votes to say so, a tie,
 * or votes unseen that may change it.
 */
export function leaderIn({ visibility }: Survey, report: Report) {
  const { options, results, voters } = report;
  const counts = results.map(({ count }) => count);
  const at = rulesOf(report).leading(counts);
  const [most = 0, next = 0] = counts.toSorted((a, b) => b - a);
  const unseen = visibility === "private" ? UNSEEN_PRIVATE : 0;
  const votes = votersOf(results, voters);
  if (at === undefined || votes < TELLING_VOTES || most - next <= unseen) return undefined;
  const option = options[at];
  return option && { ...option, value: results[at]?.value ?? "" };
}
