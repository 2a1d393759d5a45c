import { voteNoun } from "#contract/ballots/ballots.ts";
import type { SurveyCard } from "#contract/shapes/survey-shapes.ts";
import { formatDate, formatEnd, formatNumber } from "#web/lib/turkish.ts";

interface Props {
  survey: Pick<SurveyCard, "start_time" | "expire_time" | "view_count" | "vote_count" | "ballot">;
}

/** Votes (if they may be shown) before views, and below them start and end. */
export function SurveyDates({ survey }: Props) {
  const { start_time, expire_time, view_count, vote_count, ballot } = survey;
  return (
    <div className="text-sm text-muted">
      <p className="flex flex-wrap items-baseline gap-x-3">
        {vote_count !== null && (
          <strong className="text-lg font-extrabold text-ink">
            {formatNumber(vote_count)} {voteNoun(ballot)}
          </strong>
        )}
        <span>{formatNumber(view_count)} görüntülenme</span>
      </p>
      <p className="flex flex-wrap gap-x-3">
        <span>
          <span className="sr-only">Başlangıç: </span>
          <time dateTime={start_time}>{formatDate(start_time)}</time>
        </span>
        <time dateTime={expire_time ?? undefined}>{formatEnd(expire_time)}</time>
      </p>
    </div>
  );
}
