import { endsAt, startsAt } from "#web/features/surveys/schedule.ts";
import type { Body } from "#web/lib/api-types.ts";
import type { Draft, DraftOption } from "./draft.ts";

type NewSurvey = Body<"POST /api/auth/surveys">;
type NewOption = Body<"POST /api/auth/surveys/options">["data"][number];

// The one place where the draft's words become the wire's; pictures and ids are added on sending.

export function surveyFields(draft: Draft, now: number): Omit<NewSurvey, "image"> {
  const start = startsAt(draft.start, now);
  return {
    question: draft.question,
    category_id: draft.categoryId,
    option_theme_id: draft.theme,
    description: draft.description,
    type: draft.type,
    start_time: start === null ? undefined : new Date(start).toISOString(),
    expire_time: draft.end === null ? null : new Date(endsAt(draft.end)).toISOString(),
    result_visibility: draft.resultVisibility,
  };
}

export const optionFields = ({ content }: DraftOption): Pick<NewOption, "content"> => ({ content });
