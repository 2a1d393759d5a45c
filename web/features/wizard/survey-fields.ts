import { endInstant, startsAt } from "#web/features/surveys/schedule.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import type { Draft } from "./draft/draft.ts";

/** Whether votes can be counted as they come: in private surveys that show numbers before the end. */
export const offersInstantResults = ({ visibility, resultVisibility }: Draft): boolean =>
  visibility === "private" && resultVisibility !== "end";

/** The draft's fields as `POST /api/auth/surveys` names them, without its picture. */
export function surveyFields(
  draft: Draft,
  now: number,
): Omit<Body<"POST /api/auth/surveys">, "image" | "tile"> {
  const start = startsAt(draft.start, now);
  return {
    question: draft.question,
    category_id: draft.categoryId,
    option_theme_id: draft.theme,
    description: draft.description,
    type: draft.type,
    start_time: start === null ? undefined : new Date(start).toISOString(),
    expire_time: draft.end === null ? null : endInstant(draft.end),
    ...(draft.shufflesOptions && draft.options.length > 2 && { option_order: "shuffled" as const }),
    ...(draft.voters && { voters: draft.voters }),
    ...(draft.askedBy && { asked_by: draft.askedBy }),
    ...(draft.paidBy && { paid_by: draft.paidBy }),
    result_visibility: draft.resultVisibility,
    ...(offersInstantResults(draft) && draft.instantResults && { instant_results: true }),
  };
}
