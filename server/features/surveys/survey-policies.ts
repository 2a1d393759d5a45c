// Who may do what with a survey that they may see. Who may see it is decided in SQL, by `visibleTo`
// in survey-access.reads.ts, and who may vote by the statement that inserts votes.

import { isEnough } from "#server/features/ballots/shown-counts.reads.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";
import { type SurveyPolicy, type SurveyRow, surveyState } from "./survey-access.reads.ts";

const isOwner = (viewer: Viewer, survey: Pick<SurveyRow, "owner_id">): boolean =>
  viewer?.id === survey.owner_id;

/** Its options while it is a draft; afterwards its texts, until somebody votes, and its end. */
export const mayChangeSurvey: SurveyPolicy = isOwner;
/** Also to make a published one public or private. */
export const mayPublishSurvey: SurveyPolicy = isOwner;
export const mayEndSurvey: SurveyPolicy = isOwner;
export const mayDeleteSurvey: SurveyPolicy = isOwner;
/** To invite people, see who is invited, withdraw invitations, and have the link. */
export const mayInviteToSurvey: SurveyPolicy = isOwner;

type ResultsOf = Pick<
  SurveyRow,
  "owner_id" | "result_visibility" | "visibility" | "start_time" | "expire_time"
>;

/**
 * Results that are shown `before` voting are for all who may see the survey; those shown `after` it
 * for its owner and those who voted, and for all once it has ended (R65).
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

/** Its number of `votes`, if everybody who sees the survey may know it; null where results are hidden. */
export const shownVotes = (
  survey: ResultsOf & Pick<SurveyRow, "in_steps" | "was_public">,
  votes: number,
  now: number,
): number | null =>
  maySeeResults(null, survey, { hasVoted: false, now }) && isEnough(survey, votes) ? votes : null;
