import { Link } from "@tanstack/react-router";
import { voteNoun } from "#contract/ballots/ballots.ts";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { KIND_NAMES } from "#web/features/ballots/kind-names.ts";
import { HeldNote, OwnBadges } from "#web/features/own-surveys/in-review.tsx";
import { OwnSurveyActions } from "#web/features/own-surveys/own-survey-actions.tsx";
import { OwnSurveyGroups } from "#web/features/own-surveys/own-survey-groups.tsx";
import { tooFewVotes } from "#web/features/results/steps-words.ts";
import { SurveyDates } from "#web/features/surveys/survey-dates.tsx";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { Picture } from "#web/ui/picture.tsx";

/** The owner's survey with its state, visibility, dates, standing and actions (R42, R194). */
export function OwnSurveyRow({ survey }: { survey: OwnSurveyCard }) {
  const { id, question, image_path, vote_count } = survey;
  return (
    <li className="grid gap-x-5 gap-y-3 rounded border border-line bg-surface p-4 sm:grid-cols-[11rem_1fr]">
      <Picture
        path={image_path}
        alt=""
        sizes="(min-width: 640px) 11rem, 100vw"
        className="aspect-16/9 w-full rounded"
      />
      <div className="grid min-w-0 content-start gap-2">
        <p className="flex flex-wrap gap-2">
          <OwnBadges {...survey} />
        </p>
        <h3 className="text-xl leading-snug font-extrabold wrap-anywhere">
          <Link
            to="/surveys/$id"
            params={{ id: String(id) }}
            className="-my-2 block rounded py-2 hover:underline"
          >
            <span dir="auto" className="line-clamp-3">
              {question}
            </span>
          </Link>
        </h3>
        <SurveyDates survey={survey} />
        <HeldNote survey={survey} className="text-sm text-muted" />
        <Standing survey={survey} />
      </div>
      {(vote_count ?? 0) > 0 && <OwnSurveyGroups survey={survey} />}
      <OwnSurveyActions survey={survey} />
    </li>
  );
}

const UNTIL_END = "Sonuçları anket bitene kadar siz de göremezsiniz.";

function whyHidden({ quiet, result_visibility, state }: OwnSurveyCard): string {
  if (quiet)
    return `Sonuçlar “${quiet.title}” nedeniyle ${formatDateTime(quiet.until)} tarihine kadar gösterilmiyor.`;
  const isUntilEnd = result_visibility === "end" && state === "active";
  return isUntilEnd ? UNTIL_END : tooFewVotes(state === "ended");
}

/** The leading option, its share as a bar, and the day's votes; nothing before the first vote. */
function Standing({ survey }: { survey: OwnSurveyCard }) {
  const { leading, vote_count, votes_today } = survey;
  if (vote_count === 0 || survey.state === "draft" || survey.state === "scheduled") return null;
  if (vote_count === null) {
    return <p className="text-sm text-muted">{whyHidden(survey)}</p>;
  }
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex items-baseline gap-3">
        {leading ? (
          <>
            <span dir="auto" className="line-clamp-2 min-w-0 font-semibold wrap-anywhere">
              {leading.content}
            </span>
            <span className="font-extrabold text-turkuaz tabular-nums">{leading.value}</span>
          </>
        ) : (
          <span className="font-semibold">
            {survey.ballot ? KIND_NAMES[survey.ballot] : "Öndeki şıklar başa baş"}
          </span>
        )}
        {votes_today > 0 && (
          <span className="ml-auto shrink-0 text-muted">
            bugün {formatNumber(votes_today)} {voteNoun(survey.ballot)}
          </span>
        )}
      </div>
      {leading && (
        <svg
          viewBox="0 0 100 4"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-1.5 w-full overflow-hidden rounded-full bg-sunken"
        >
          <rect width={leading.value.slice(1)} height="4" className="fill-turkuaz" />
        </svg>
      )}
    </div>
  );
}
