import type { Survey } from "#contract/survey-shapes.ts";
import { ShareButton } from "#web/features/surveys/share/share-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { SurveyByline } from "./survey-byline.tsx";
import { SurveyPicture } from "./survey-picture.tsx";

/** Byline, picture, question and description of a survey (R134). */
export function SurveyHeader({ survey }: { survey: Survey }) {
  return (
    <header className="grid grid-cols-1 gap-4 sm:gap-5">
      <div className="flex items-center gap-3 tight:flex-wrap">
        <SurveyByline survey={survey} />
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {survey.type === "TEST" && <Badge variant="info">Test</Badge>}
          {survey.visibility === "public" && <ShareButton survey={survey} />}
        </span>
      </div>
      <SurveyPicture path={survey.image_path} />
      <h1 id="question" className="text-question wrap-anywhere hyphens-auto">
        {survey.question}
      </h1>
      {survey.description && (
        <p className="max-w-prose text-lg leading-relaxed whitespace-pre-line wrap-anywhere">
          {survey.description}
        </p>
      )}
    </header>
  );
}
