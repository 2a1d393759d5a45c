import type { Database, Transaction } from "#server/db/database.ts";
import { resendUnreadCounts } from "#server/features/notifications/notifications.writes.ts";
import {
  isClosed,
  isDraft,
  isHidden,
  isOver,
  isUnlisted,
  resultVisibility,
} from "#server/features/visibility/visibility.reads.ts";
import { forgetQuestion } from "./holds/hidden-questions.writes.ts";
import { takeFirstPublication } from "./holds/survey-holds.writes.ts";
import { relist } from "./search/indexing.writes.ts";
import { updateSurveyRow } from "./survey-edits.writes.ts";
import { endNow, lockSurvey, publishHeld } from "./surveys.writes.ts";

// What moderators do to surveys, and how it is taken back.

/**
 * Hides a survey from everybody but its owner, or with `false` gives it back the visibility it had;
 * a draft, and one that is hidden or shown already, is unchanged. Its rows stay, and its votes. One
 * that was held before it was published is published now.
 */
export async function setHidden(
  db: Database,
  tx: Transaction,
  surveyId: number,
  hides: boolean,
  now: number,
): Promise<void> {
  const survey = await lockSurvey(db, tx, surveyId);
  if (isDraft(survey) || isHidden(survey) === hides) return;
  if (!hides) await forgetQuestion(tx, surveyId);
  const { visibility, hidden } = survey;
  if (hidden !== null && (await takeFirstPublication(tx, surveyId)))
    return publishHeld(db, tx, survey, hidden, now);
  await resendUnreadCounts(db, tx, "survey_id", [surveyId]);
  await tx
    .updateTable("surveys")
    .set(
      hides ? { visibility: "private", hidden: visibility } : { visibility: hidden, hidden: null },
    )
    .where("id", "=", surveyId)
    .execute();
  await relist(db, tx, surveyId, now);
}

/** Takes a survey out of lists, or with `false` puts it back; nobody loses its link. */
export async function setUnlisted(
  db: Database,
  tx: Transaction,
  surveyId: number,
  leaves: boolean,
  now: number,
): Promise<void> {
  const survey = await lockSurvey(db, tx, surveyId);
  if (isUnlisted(survey) === leaves) return;
  await tx
    .updateTable("surveys")
    .set({ unlisted: Number(leaves) })
    .where("id", "=", surveyId)
    .execute();
  await relist(db, tx, surveyId, now);
}

/** Bits of `surveys.adults_only`: the mark of a survey's owner and that of moderation are independent. */
export const BY_OWNER = 1;
const BY_MODERATION = 2;

/** Keeps a survey for adults, or with `false` takes that back where its owner has not chosen it. */
export async function setForAdults(
  db: Database,
  tx: Transaction,
  surveyId: number,
  isOnly: boolean,
  now: number,
): Promise<void> {
  const survey = await lockSurvey(db, tx, surveyId);
  const ofOwner = survey.adults_only & BY_OWNER;
  const marks = isOnly ? ofOwner | BY_MODERATION : ofOwner;
  if (marks === survey.adults_only) return;
  await resendUnreadCounts(db, tx, "survey_id", [surveyId]);
  await tx.updateTable("surveys").set({ adults_only: marks }).where("id", "=", surveyId).execute();
  await relist(db, tx, surveyId, now);
}

/** When a survey began and was to end, in milliseconds. */
export interface SurveyTimes {
  start_time: number;
  expire_time: number | null;
}

/** Ends a survey as its owner would. Returns its times before; undefined where it was not open. */
export async function closeSurvey(
  db: Database,
  tx: Transaction,
  surveyId: number,
  now: number,
): Promise<SurveyTimes | undefined> {
  const survey = await lockSurvey(db, tx, surveyId);
  if (isDraft(survey) || isClosed(survey, now)) return undefined;
  await endNow(db, tx, survey, now);
  const { start_time, expire_time } = survey;
  return { start_time, expire_time };
}

/**
 * Gives a closed survey back the times it had. Returns false, and leaves it as it is, where its own
 * end has passed, where it is being sealed (R352), and where its end has shown results that were to
 * stay hidden until then (R590).
 */
export async function reopenSurvey(
  db: Database,
  tx: Transaction,
  surveyId: number,
  times: SurveyTimes,
  now: number,
): Promise<boolean> {
  const survey = await lockSurvey(db, tx, surveyId);
  const hasShown = resultVisibility(survey) === "end";
  if (survey.seal_state !== 0 || hasShown || isOver(times, now)) return false;
  await updateSurveyRow(db, tx, survey, times, now);
  await tx
    .updateTable("surveys")
    .set({ end_notified_at: null })
    .where("id", "=", surveyId)
    .execute();
  await relist(db, tx, surveyId, now);
  return true;
}
