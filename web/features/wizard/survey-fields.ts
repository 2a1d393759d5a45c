import { ballotNameOf } from "#contract/ballots/ballots.ts";
import { endInstant, startsAt } from "#web/features/surveys/schedule.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import type { Draft } from "./draft/draft.ts";
import { isQuiz } from "./quiz/draft-questions.ts";

/** Whether votes can be counted as they come: in private surveys that show numbers before the end. */
export const offersInstantResults = ({ visibility, resultVisibility }: Draft): boolean =>
  visibility === "private" && resultVisibility !== "end";

/**
 * How many options a vote chooses, within the number of options: what was entered when there were
 * more is kept, but neither shown nor sent. Both are absent where the kind of ballot has no limits.
 */
export function choiceLimits({ ballot, minChoices, maxChoices, options }: Draft): {
  min_choices?: number;
  max_choices?: number;
} {
  const all = options.length;
  if (ballot === "ranked") return { min_choices: Math.min(minChoices, all) };
  if (ballot !== "multiple") return {};
  const most = Math.min(maxChoices ?? all, all);
  return { min_choices: Math.min(minChoices, most), max_choices: most };
}

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
    ...(isQuiz(draft) ? { ballot: "quiz" as const } : ballotFields(draft)),
    ...(draft.voters && { voters: draft.voters }),
    ...(draft.askedBy && { asked_by: draft.askedBy }),
    ...(draft.paidBy && { paid_by: draft.paidBy }),
    ...(draft.adultsOnly && { adults_only: true }),
    result_visibility: draft.resultVisibility,
    ...(offersInstantResults(draft) && draft.instantResults && { instant_results: true }),
  };
}

/** How votes are given, in a survey of one question. */
const ballotFields = (draft: Draft) => ({
  ...(draft.shufflesOptions && draft.options.length > 2 && { option_order: "shuffled" as const }),
  ...(draft.votesMayChange && { vote_change: "until_end" as const }),
  ...(draft.allowsNoOpinion && { allows_no_opinion: true }),
  ...ballotNameOf(draft),
  ...choiceLimits(draft),
});
