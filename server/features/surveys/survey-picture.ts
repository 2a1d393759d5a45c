import { createHash } from "node:crypto";
import { kindOf, rulesOf, voteNoun } from "#contract/ballots/ballots.ts";
import { TELLING_VOTES } from "#contract/shapes/groups.ts";
import type { SurveyState } from "#contract/shapes/survey-shapes.ts";
import type { Database } from "#server/db/database.ts";
import { offeredOptions, storageOf } from "#server/features/ballots/ballots.reads.ts";
import { votersIn } from "#server/features/ballots/shown-counts.reads.ts";
import { surveyState } from "#server/features/visibility/visibility.reads.ts";
import type { SurveyRow } from "./survey-access.reads.ts";
import { shownVotes } from "./survey-policies.ts";

/** What pictures of a public survey show: only what everybody may know (R66). */
export interface ShownSurvey {
  question: string;
  /** Of its own picture. */
  image: string;
  /** In the owner's order; shares in whole percent, null if there are none to show. */
  options: { content: string; image: string; share: number | null }[];
  hasEnded: boolean;
  /** How many votes there are; empty if that is hidden or none. */
  votes: string;
  /** The index of the option that is ahead; null without one that does by whole percentages, or with too few votes. */
  leader: number | null;
  /** What the picture of the question says below it. */
  note: string;
}

/** Version of the drawing; raise it to make unchanged surveys look different. */
const DRAWING = 3;

/** `votes` are those that results show at `now`, or would show if they were visible. */
export function shownSurvey(
  db: Pick<Database, "quietPeriods">,
  survey: SurveyRow,
  options: readonly { content: string; image: string; votes: number }[],
  now: number,
): ShownSurvey {
  const counts = options.map(({ votes }) => votes);
  const kind = kindOf(survey);
  const rules = rulesOf(survey);
  const total = shownVotes(db, survey, votersIn(options), now) ?? 0;
  const shares = total > 0 && storageOf(kind).isPlain ? rules.shares(counts) : [];
  const state = surveyState(survey, now);
  const words = { ...WORDS, active: storageOf(kind).invites ?? WORDS.active };
  const leader = total >= TELLING_VOTES ? rules.leading(shares) : undefined;
  const votes =
    total > 0 ? `${state === "ended" ? inGroups(total) : stepOf(total)} ${voteNoun(kind)}` : "";
  return {
    question: survey.question,
    image: survey.image,
    options: offeredOptions(
      kind,
      options.map(({ content, image }, at) => ({ content, image, share: shares[at] ?? null })),
    ),
    hasEnded: state === "ended",
    votes,
    leader: leader ?? null,
    note: (state === "ended" ? [WORDS.ended, votes] : [votes, words[state]])
      .filter(Boolean)
      .join(" · "),
  };
}

const WORDS: Record<SurveyState, string> = {
  draft: "",
  scheduled: "Yakında",
  active: "Siz ne dersiniz?",
  ended: "Sona erdi",
};

/** Rounds down to three digits, so that not every vote needs another picture: 1248 is "1.240+". */
function stepOf(votes: number): string {
  const unit = 10 ** Math.max(0, String(votes).length - 3);
  const step = Math.floor(votes / unit) * unit;
  return step === votes ? inGroups(votes) : `${inGroups(step)}+`;
}

const inGroups = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ".");

/** Identifies what pictures show; it differs if one of them shows something else. */
export const pictureVersion = (shown: ShownSurvey): string =>
  createHash("sha1")
    .update(JSON.stringify([DRAWING, shown]))
    .digest("base64url")
    .slice(0, 12);
