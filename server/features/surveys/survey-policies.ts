// Who may do what with a survey that they may see. `visibleTo` decides in SQL who may see it, and the
// statement that inserts votes decides who may vote.

import { isEnough } from "#server/features/ballots/shown-counts.reads.ts";
import { surveyState } from "#server/features/visibility/visibility.reads.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";
import type { SurveyPolicy, SurveyRow } from "./survey-access.reads.ts";

const isOwner = (viewer: Viewer, survey: Pick<SurveyRow, "owner_id">): boolean =>
  viewer?.id === survey.owner_id;

/** Covers its options while it is a draft, later its texts until somebody votes, and its end. */
export const mayChangeSurvey: SurveyPolicy = isOwner;
/** Includes making a published survey public or private. */
export const mayPublishSurvey: SurveyPolicy = isOwner;
export const mayEndSurvey: SurveyPolicy = isOwner;
export const mayDeleteSurvey: SurveyPolicy = isOwner;
/** Includes seeing who is invited, withdrawing invitations and getting the link. */
export const mayInviteToSurvey: SurveyPolicy = isOwner;

type ResultsOf = Pick<
  SurveyRow,
  "owner_id" | "result_visibility" | "visibility" | "start_time" | "expire_time"
>;

/**
 * Results shown `before` voting are for all who may see the survey; those shown `after` for its
 * owner and those who voted, and for all once it has ended (R65).
 */
export const maySeeResults = (
  viewer: Viewer,
  survey: ResultsOf,
  { hasVoted, now }: { hasVoted: boolean; now: number },
): boolean =>
  survey.result_visibility === "before" ||
  isOwner(viewer, survey) ||
  hasVoted ||
  surveyState(survey, now) === "ended";

/** Returns `votes` if everybody who sees the survey may know them; null if results are hidden. */
export const shownVotes = (
  survey: ResultsOf & Pick<SurveyRow, "in_steps" | "was_public">,
  votes: number,
  now: number,
): number | null =>
  maySeeResults(null, survey, { hasVoted: false, now }) && isEnough(survey, votes) ? votes : null;
