import { OPTION_COUNT } from "#contract/limits.ts";
import { FIRST_LOOK } from "#contract/shapes/groups.ts";
import type { Visibility } from "#contract/shapes/survey-shapes.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { storageOf } from "#server/features/ballots/ballots.reads.ts";
import { resendUnreadCounts } from "#server/features/notifications/notifications.writes.ts";
import { notifyFirstFollowers } from "#server/features/notifications/published.writes.ts";
import type { Quotas } from "#server/features/quotas/quotas.writes.ts";
import {
  concernsFollowers,
  isClosed,
  isDraft,
  isHidden,
  isOpenToStrangers,
  NOT_REMOVED,
} from "#server/features/visibility/visibility.reads.ts";
import { readOpenHold } from "./holds/survey-holds.reads.ts";
import { openHold, reasonsToHold } from "./holds/survey-holds.writes.ts";
import { relist } from "./search/indexing.writes.ts";
import { SURVEY_COLUMNS, type SurveyRow } from "./survey-access.reads.ts";
import { type SurveyChange, updateSurveyRow } from "./survey-edits.writes.ts";
import { type RemovalContext, removeSurveys } from "./survey-removal.writes.ts";
import { surveyTimes } from "./survey-times.ts";

type LockedSurvey = SurveyRow & { seal_state: number };

/** Reads the survey and locks it until the transaction ends. Throws `survey_not_found`. */
export async function lockSurvey(
  db: Database,
  tx: Transaction,
  surveyId: number,
): Promise<LockedSurvey> {
  const survey = await tx
    .selectFrom("surveys")
    .select([...SURVEY_COLUMNS, "seal_state"])
    .where("id", "=", surveyId)
    .where(NOT_REMOVED)
    .modifyEnd(db.forUpdate)
    .executeTakeFirst();
  if (!survey) throw new ApiError("survey_not_found");
  return survey;
}

/** What publishing asks besides the survey. */
export interface Publishing {
  quotas: Quotas;
  /** How many surveys of an account are reviewed before others see them (R664). */
  reviewFirst: number;
}

/**
 * Publishes a draft, or changes who may see a published survey. A start in the past becomes now, and
 * one in a quiet period of its category that period's end, by which its end moves too (R669).
 * Notifies the owner's followers if it becomes public. A draft with words of the operator's list is
 * held instead, as a hidden survey (R662). Throws `survey_hidden`, `options_missing`,
 * `questions_missing`, `choices_out_of_range`, `daily_quota`, or 422 if the end is now in the past.
 */
export async function setSurveyVisibility(
  db: Database,
  { quotas, reviewFirst }: Publishing,
  surveyId: number,
  visibility: Visibility,
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (isHidden(survey)) {
      const isAsked = survey.hidden === visibility;
      if (isAsked && (await readOpenHold(tx, surveyId))) return;
      throw new ApiError("survey_hidden");
    }
    if (survey.visibility === visibility) return;
    if (!isDraft(survey)) return showTo(db, tx, survey, { visibility }, now);
    const ready = { published_at: now, ...(await readyToPublish(db, tx, survey, now)) };
    await quotas.countOne(tx, "publication", survey.owner_id, now);
    const reasons = await reasonsToHold(db, tx, survey, reviewFirst);
    if (!reasons) return showTo(db, tx, survey, { visibility, ...ready }, now);
    const hidden = { visibility: "private", hidden: visibility } as const;
    await updateSurveyRow(db, tx, survey, { ...ready, ...hidden }, now);
    await relist(db, tx, surveyId, now);
    await openHold(db, tx, { surveyId, reasons, publishes: true }, now);
  });
}

interface Shown extends SurveyChange {
  visibility: Visibility;
}

/** Shows a locked survey to everybody, or to those who are invited, with its followers' notices. */
async function showTo(
  db: Database,
  tx: Transaction,
  survey: LockedSurvey,
  shown: Shown,
  now: number,
): Promise<void> {
  const becomesPublic = isOpenToStrangers(shown);
  const change = {
    ...shown,
    ...(!becomesPublic && survey.instant_results === 0 && { in_steps: 1 }),
    // From now on votes are public; there are none yet.
    ...(becomesPublic &&
      survey.was_public === 0 && {
        was_public: 1,
        counted_votes: 0,
        popularity: 0,
        next_look: FIRST_LOOK,
      }),
  };
  const isKept = await updateSurveyRow(db, tx, survey, change, now);
  if (becomesPublic && survey.in_steps === 1 && !isKept) await forgetSteps(tx, survey.id);
  if (becomesPublic && survey.was_public === 0) await forgetHours(tx, survey.id);
  await relist(db, tx, survey.id, now);
  if (!isDraft(survey)) await resendUnreadCounts(db, tx, "survey_id", [survey.id]);
  if (concernsFollowers({ ...survey, ...change }, now))
    await notifyFirstFollowers(db, tx, { surveyId: survey.id, ownerId: survey.owner_id, now });
}

/**
 * Publishes a locked survey that was held since its owner published it. Its start and end move by
 * as long as it waited, and by a quiet period (R663).
 */
export async function publishHeld(
  db: Database,
  tx: Transaction,
  survey: LockedSurvey,
  visibility: Visibility,
  now: number,
): Promise<void> {
  const waited = movedBy(Math.max(0, now - survey.start_time), survey);
  const times = timesAfterQuiet(db, survey, waited);
  await showTo(db, tx, survey, { visibility, hidden: null, published_at: now, ...times }, now);
}

/** Earlier votes are not in the results, so their hours are deleted. */
async function forgetHours(tx: Transaction, surveyId: number): Promise<void> {
  await tx.deleteFrom("hourly_votes").where("survey_id", "=", surveyId).execute();
  await tx.deleteFrom("hourly_origins").where("survey_id", "=", surveyId).execute();
}

/** If nobody voted while it was private, no votes are counted separately. */
const forgetSteps = (tx: Transaction, surveyId: number) =>
  tx.updateTable("surveys").set({ in_steps: 0 }).where("id", "=", surveyId).execute();

async function readyToPublish(db: Database, tx: Transaction, draft: SurveyRow, now: number) {
  const options = await tx
    .selectFrom("options")
    .select("id")
    .where("survey_id", "=", draft.id)
    .execute();
  const { missing = missingOptions, limits: limitsOf } = storageOf(draft.ballot);
  const reason = await missing(tx, draft.id, options.length);
  if (reason) throw new ApiError(reason);
  const limits = limitsOf(draft, options.length);
  if (!limits) throw new ApiError("choices_out_of_range");
  const times = surveyTimes({ start: draft.start_time, end: draft.expire_time }, now);
  return { ...limits, ...timesAfterQuiet(db, draft, times) };
}

interface Times {
  start_time: number;
  expire_time: number | null;
}

/** The times, moved to the end of a quiet period in which the survey would begin (R669). */
function timesAfterQuiet(
  { quietPeriods }: Database,
  { category_id }: SurveyRow,
  { start_time, expire_time }: Times,
): Times {
  const start = quietPeriods.until(category_id, start_time) ?? start_time;
  return movedBy(start - start_time, { start_time, expire_time });
}

const movedBy = (ms: number, { start_time, expire_time }: Times): Times => ({
  start_time: start_time + ms,
  expire_time: expire_time === null ? null : expire_time + ms,
});

const missingOptions = async (_: Transaction, __: number, options: number) =>
  options < OPTION_COUNT.min ? ("options_missing" as const) : undefined;

/**
 * Ends a survey now; one that has ended is unchanged. One that has not begun ends without ever
 * having been open. Throws `survey_not_published` for a draft, and
 * `survey_hidden` in review.
 */
export const endSurvey = (db: Database, surveyId: number, now: number): Promise<void> =>
  transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (isDraft(survey)) throw new ApiError("survey_not_published");
    if (await readOpenHold(tx, surveyId)) throw new ApiError("survey_hidden");
    if (!isClosed(survey, now)) await endNow(db, tx, survey, now);
  });

/** Ends a locked survey that has not ended. */
export async function endNow(
  db: Database,
  tx: Transaction,
  survey: SurveyRow,
  now: number,
): Promise<void> {
  // The end must be after the start, even for a survey that began in this millisecond.
  const start_time = Math.min(survey.start_time, now - 1);
  await updateSurveyRow(db, tx, survey, { start_time, expire_time: now }, now);
  await relist(db, tx, survey.id, now);
}

/**
 * Deletes a survey: nothing finds it any more, while maintenance deletes its rows. Returns the
 * paths of its pictures, which no row refers to any more.
 */
export const deleteSurvey = (context: RemovalContext, surveyId: number): Promise<string[]> =>
  transact(context.db, async (tx) => {
    const images = await removeSurveys(context, tx, [surveyId]);
    if (images.length === 0) throw new ApiError("survey_not_found");
    await context.db.publish("survey-changed", String(surveyId), tx);
    return images;
  });
