import type { Survey } from "#contract/survey-shapes.ts";
import { ShareButton } from "#web/features/surveys/share/share-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { SurveyByline } from "./survey-byline.tsx";
import { SurveyDescription } from "./survey-description.tsx";
import { SurveyPicture } from "./survey-picture.tsx";

/** A longer question is set smaller, and the picture lower, so that the first options stay in the window. */
const LONG_QUESTION = 100;

/** Byline, picture, question and description of a survey (R134); where there is room, the picture
 * stands beside the question. */
export function SurveyHeader({ survey }: { survey: Survey }) {
  const isLong = survey.question.length > LONG_QUESTION;
  return (
    <header className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:grid-rows-[auto_auto_1fr]">
      <div className="flex items-center gap-3 sm:col-span-2 tight:flex-wrap">
        <SurveyByline survey={survey} />
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {survey.type === "TEST" && <Badge variant="info">Test</Badge>}
          {survey.visibility === "public" && <ShareButton survey={survey} />}
        </span>
      </div>
      <SurveyPicture path={survey.image_path} isLow={isLong} />
      <h1
        id="question"
        className={cn("text-question wrap-anywhere hyphens-auto", isLong && "text-long-question")}
      >
        {survey.question}
      </h1>
      {survey.description && <SurveyDescription key={survey.id} text={survey.description} />}
    </header>
  );
}
