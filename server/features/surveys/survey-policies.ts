// Who may do what with a survey that they may see. `visibleTo` decides in SQL who may see it, and the
// statement that inserts votes decides who may vote.

import type { Database } from "#server/db/database.ts";
import { isEnough } from "#server/features/ballots/shown-counts.reads.ts";
import {
  type HiddenBy,
  isHiddenFromAll,
  surveyState,
} from "#server/features/visibility/visibility.reads.ts";
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

/** Whether an attempt at a test does not count: its owner's, who wrote the answers, and after the end. */
export const mayPractiseOnly = (
  viewer: Viewer,
  survey: Pick<SurveyRow, "owner_id" | "visibility" | "start_time" | "expire_time">,
  now: number,
): boolean => isOwner(viewer, survey) || surveyState(survey, now) === "ended";

type ResultsOf = HiddenBy & Pick<SurveyRow, "owner_id" | "result_visibility">;
/** Knows the quiet periods. */
type Db = Pick<Database, "quietPeriods">;

/**
 * Results shown `before` voting are for all who may see the survey; those shown `after` for its
 * owner and those who voted, and for all once it has ended (R65); those shown at the `end` for
 * nobody before that (R590), and none to anybody in a quiet period (R665).
 */
export const maySeeResults = (
  db: Db,
  viewer: Viewer,
  survey: ResultsOf,
  { hasVoted, now }: { hasVoted: boolean; now: number },
): boolean =>
  !isHiddenFromAll(db, survey, now) &&
  (survey.result_visibility === "before" ||
    isOwner(viewer, survey) ||
    hasVoted ||
    surveyState(survey, now) === "ended");

type Counted = Pick<SurveyRow, "in_steps" | "was_public">;

/** Returns `votes` if everybody who sees the survey may know them; null if results are hidden. */
export const shownVotes = (
  db: Db,
  survey: ResultsOf & Counted,
  votes: number,
  now: number,
): number | null =>
  maySeeResults(db, null, survey, { hasVoted: false, now }) && isEnough(survey, votes)
    ? votes
    : null;

/** The same for its owner. */
export const votesForOwner = (
  db: Db,
  survey: HiddenBy & Counted,
  votes: number,
  now: number,
): number | null => (!isHiddenFromAll(db, survey, now) && isEnough(survey, votes) ? votes : null);
