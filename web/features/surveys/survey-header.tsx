import { Link } from "@tanstack/react-router";
import type { Survey } from "#contract/survey-shapes.ts";
import { ShareButton } from "#web/features/surveys/share-button.tsx";
import { SurveyDates } from "#web/features/surveys/survey-dates.tsx";
import { formatDate } from "#web/lib/turkish.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** Who asks, the picture, and the question as the headline (spec §2, "Vote page"). */
export function SurveyHeader({ survey }: { survey: Survey }) {
  const { user, start_time } = survey;
  return (
    <header className="grid gap-5">
      <div className="flex items-center gap-3">
        <Link
          to="/profile/$nickname"
          params={{ nickname: user.nickname }}
          className="group flex min-h-11 min-w-0 items-center gap-3 rounded"
        >
          <Avatar image={user.image} size={48} />
          <span className="grid min-w-0">
            <span className="truncate font-semibold group-hover:underline">{user.name}</span>
            <time dateTime={start_time} className="text-sm text-muted tabular-nums">
              {formatDate(start_time)}
            </time>
          </span>
        </Link>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {survey.type === "TEST" && <Badge tone="learn">Test</Badge>}
          {survey.visibility === "public" && <ShareButton survey={survey} />}
        </span>
      </div>
      <Picture
        path={survey.image_path}
        alt=""
        sizes="(min-width: 1216px) 48rem, 100vw"
        main
        className="-mx-4 aspect-16/9 w-[calc(100%+2rem)] max-w-none sm:mx-0 sm:w-full sm:rounded lg:aspect-2/1"
      />
      <h1 id="question" className="text-question wrap-anywhere hyphens-auto">
        {survey.question}
      </h1>
      <SurveyDates survey={survey} />
      {survey.description && (
        <p className="max-w-prose text-lg leading-relaxed whitespace-pre-line wrap-anywhere">
          {survey.description}
        </p>
      )}
    </header>
  );
}
