import { createHash } from "node:crypto";
import { rulesOf } from "#contract/ballots/ballots.ts";
import type { PictureShape } from "#contract/limits.ts";
import type { SurveyState } from "#contract/shapes/survey-shapes.ts";
import { surveyState } from "#server/features/visibility/visibility.reads.ts";
import type { SurveyRow } from "./survey-access.reads.ts";
import { shownVotes } from "./survey-policies.ts";

/** What the picture of a public survey shows: only what everybody may know (R66). */
export interface ShownSurvey {
  question: string;
  /** In the owner's order; shares in whole percent, null if there are no results to show. */
  options: { content: string; share: number | null }[];
  note: string;
}

/** Version of the drawing; raise it to make unchanged surveys look different. */
const DRAWING = 2;

/** `votes` are those that results show at `now`, or would show if they were visible. */
export function shownSurvey(
  survey: SurveyRow,
  options: readonly { content: string; votes: number }[],
  now: number,
): ShownSurvey {
  const counts = options.map(({ votes }) => votes);
  const rules = rulesOf(survey);
  const total = shownVotes(survey, rules.total(counts), now) ?? 0;
  const shares = total > 0 ? rules.shares(counts) : [];
  return {
    question: survey.question,
    options: options.map(({ content }, at) => ({ content, share: shares[at] ?? null })),
    note: noteOf(surveyState(survey, now), total),
  };
}

const WITHOUT_VOTES: Record<SurveyState, string> = {
  draft: "",
  scheduled: "Yakında",
  active: "Siz ne dersiniz?",
  ended: "Sona erdi",
};

function noteOf(state: SurveyState, votes: number): string {
  if (votes === 0) return WITHOUT_VOTES[state];
  return state === "ended" ? `Sona erdi · ${inGroups(votes)} oy` : `${stepOf(votes)} oy`;
}

/** Rounds down to two digits, so that not every vote needs another picture: 1240 is "1.200+". */
function stepOf(votes: number): string {
  const unit = 10 ** Math.max(0, String(votes).length - 2);
  const step = Math.floor(votes / unit) * unit;
  return step === votes ? inGroups(votes) : `${inGroups(step)}+`;
}

const inGroups = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ".");

/** Identifies what a picture shows; it differs if the picture shows something else. */
export const pictureVersion = (shown: ShownSurvey): string =>
  createHash("sha1")
    .update(JSON.stringify([DRAWING, shown]))
    .digest("base64url")
    .slice(0, 12);

export const picturePath = (surveyId: number, shape: PictureShape, version: string): string =>
  `/surveys/${surveyId}/picture/${shape}-${version}.png`;
