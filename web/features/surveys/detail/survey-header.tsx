import { sponsorsOf } from "#contract/shapes/sponsors.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { AdultsBadge } from "#web/features/surveys/adults-badge.tsx";
import { ShareButton } from "#web/features/surveys/share/share-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { EditNote } from "./edit-note.tsx";
import { SurveyByline } from "./survey-byline.tsx";
import { SurveyDescription } from "./survey-description.tsx";
import { SurveyPicture } from "./survey-picture.tsx";

/** A longer question gets smaller type and a lower picture, to keep the first options visible. */
const LONG_QUESTION = 100;

interface Props {
  survey: Survey;
  invitationCode?: string | undefined;
}

/**
 * A survey's byline, picture, question, description (R134), sponsors (R456) and note of edits; where there is room,
 * the picture is beside the question.
 */
export function SurveyHeader({ survey, invitationCode }: Props) {
  const sponsors = sponsorsOf(survey);
  const isLong = survey.question.length > LONG_QUESTION;
  return (
    <header className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:grid-rows-[auto_auto_1fr]">
      <div className="flex items-center gap-3 sm:col-span-2 tight:flex-wrap">
        <SurveyByline survey={survey} />
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {survey.adults_only && <AdultsBadge />}
          {survey.type === "TEST" && <Badge variant="info">Test</Badge>}
          {survey.visibility === "public" && <ShareButton survey={survey} />}
        </span>
      </div>
      <div className="grid gap-y-3 sm:col-start-2 sm:row-span-2 sm:row-start-2 sm:self-start">
        <SurveyPicture
          path={survey.image_path}
          isLow={isLong}
          isAboveNote={survey.edited_at !== undefined}
        />
        {survey.edited_at && (
          <EditNote id={survey.id} editedAt={survey.edited_at} invitationCode={invitationCode} />
        )}
      </div>
      <h1
        id="question"
        dir="auto"
        className={cn("text-question wrap-anywhere hyphens-auto", isLong && "text-long-question")}
      >
        {survey.question}
      </h1>
      {survey.description && <SurveyDescription key={survey.id} text={survey.description} />}
      {sponsors.length > 0 && (
        <p className="flex flex-wrap gap-x-4 text-sm text-muted wrap-anywhere">
          {sponsors.map(({ label, name }) => (
            <span key={label}>
              {label}: <bdi className="text-ink">{name}</bdi>
            </span>
          ))}
        </p>
      )}
    </header>
  );
}
