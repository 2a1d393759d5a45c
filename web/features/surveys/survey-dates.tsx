import type { ReactNode } from "react";
import type { SurveyCard } from "#contract/survey-shapes.ts";
import { formatDate, formatEnd, formatNumber } from "#web/lib/turkish.ts";

interface Props {
  survey: Pick<SurveyCard, "start_time" | "expire_time" | "view_count" | "vote_count">;
}

/** Start, end, votes (where they may be known) and views. */
export function SurveyDates({ survey }: Props) {
  const { start_time, expire_time, view_count, vote_count } = survey;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Entry term="Başlangıç">
        <time dateTime={start_time}>{formatDate(start_time)}</time>
      </Entry>
      <Entry term="Bitiş">
        {expire_time ? (
          <time dateTime={expire_time}>{formatEnd(expire_time)}</time>
        ) : (
          formatEnd(null)
        )}
      </Entry>
      {vote_count !== null && <Entry term="Oy">{formatNumber(vote_count)}</Entry>}
      <Entry term="Görüntülenme">{formatNumber(view_count)}</Entry>
    </dl>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
