import { Link } from "@tanstack/react-router";
import type { OwnSurveyCard } from "#contract/survey-shapes.ts";
import { OwnSurveyActions } from "#web/features/own-surveys/own-survey-actions.tsx";
import { StateBadge } from "#web/features/surveys/state-badge.tsx";
import { SurveyDates } from "#web/features/surveys/survey-dates.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** One's own survey with its state, visibility, dates and actions (R42). */
export function OwnSurveyRow({ survey }: { survey: OwnSurveyCard }) {
  const { id, question, image_path, state, visibility } = survey;
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
          <StateBadge state={state} />
          {visibility && <Badge>{visibility === "public" ? "Herkese" : "Özel"}</Badge>}
        </p>
        <h3 className="text-xl leading-snug font-extrabold wrap-anywhere">
          <Link
            to="/surveys/$id"
            params={{ id: String(id) }}
            className="-my-2 block rounded py-2 hover:underline"
          >
            <span className="line-clamp-3">{question}</span>
          </Link>
        </h3>
        <SurveyDates survey={survey} />
      </div>
      <OwnSurveyActions survey={survey} />
    </li>
  );
}
