import type { CorrectedOption } from "#contract/endpoints/surveys.ts";
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
import { relist } from "./search/indexing.writes.ts";
import { SURVEY_COLUMNS, type SurveyRow } from "./survey-access.reads.ts";
import { isVotedOn, updateSurveyRow } from "./survey-edits.writes.ts";
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

/**
 * Publishes a draft, or changes who may see a published survey. A start in the past becomes now, and
 * one in a quiet period of its category that period's end, by which its end moves too (R669).
 * Notifies the owner's followers if it becomes public. Throws `survey_hidden`, `options_missing`,
 * `questions_missing`, `choices_out_of_range`, `daily_quota`, or 422 if the end is now in the past.
 */
export async function setSurveyVisibility(
  db: Database,
  quotas: Quotas,
  surveyId: number,
  visibility: Visibility,
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (isHidden(survey)) throw new ApiError("survey_hidden");
    if (survey.visibility === visibility) return;
    const becomesPublic = isOpenToStrangers({ visibility });
    const change = {
      visibility,
      ...(isDraft(survey) && {
        published_at: now,
        ...(await readyToPublish(db, tx, survey, now)),
      }),
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
    if (isDraft(survey)) await quotas.countOne(tx, "publication", survey.owner_id, now);
    const isKept = await updateSurveyRow(db, tx, survey, change, now);
    if (becomesPublic && survey.in_steps === 1 && !isKept) await forgetSteps(tx, surveyId);
    if (becomesPublic && survey.was_public === 0) await forgetHours(tx, surveyId);
    await relist(db, tx, surveyId, now);
    if (!isDraft(survey)) await resendUnreadCounts(db, tx, "survey_id", [surveyId]);
    if (concernsFollowers({ ...survey, ...change }, now)) {
      await notifyFirstFollowers(db, tx, { surveyId, ownerId: survey.owner_id, now });
    }
  });
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
  return { ...limits, ...timesAfterQuiet(db, draft, now) };
}

/** The survey's times, moved to the end of a quiet period in which it would begin (R669). */
function timesAfterQuiet({ quietPeriods }: Database, draft: SurveyRow, now: number) {
  const times = surveyTimes({ start: draft.start_time, end: draft.expire_time }, now);
  const start_time = quietPeriods.until(draft.category_id, times.start_time) ?? times.start_time;
  const moved = start_time - times.start_time;
  return { start_time, expire_time: times.expire_time === null ? null : times.expire_time + moved };
}

const missingOptions = async (_: Transaction, __: number, options: number) =>
  options < OPTION_COUNT.min ? ("options_missing" as const) : undefined;

interface Changes {
  description?: string | undefined;
  expire_time?: number | null | undefined;
  question?: string | undefined;
  options: readonly CorrectedOption[];
}

/**
 * Changes the given fields; undefined leaves a field as it is. Throws `survey_hidden` while
 * moderation hides it, since what was objected to must stay as it is, `survey_ended` once it has
 * ended, 422 if the end is not after the start and in the future (R53), and `survey_locked` if
 * texts of the question or options would change although somebody has voted (R47).
 */
export async function changeSurvey(
  db: Database,
  surveyId: number,
  changes: Changes,
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (isHidden(survey)) throw new ApiError("survey_hidden");
    if (isClosed(survey, now)) throw new ApiError("survey_ended");
    const { description = survey.description, expire_time: end, options } = changes;
    const { question = survey.question } = changes;
    const correctsTexts = changes.question !== undefined || options.length > 0;
    if (correctsTexts && (await isVotedOn(db, tx, surveyId))) throw new ApiError("survey_locked");
    for (const { id, content } of options) await correctOption(tx, surveyId, id, content);
    const expire_time =
      end === undefined
        ? survey.expire_time
        : surveyTimes({ start: survey.start_time, end }, now).expire_time;
    await updateSurveyRow(db, tx, survey, { question, description, expire_time }, now);
    await relist(db, tx, surveyId, now);
  });
}

async function correctOption(
  tx: Transaction,
  surveyId: number,
  id: number,
  content: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("options")
    .set({ content })
    .where("id", "=", id)
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ApiError("option_not_in_survey");
}

/**
 * Ends a survey now; one that has ended is unchanged. One that has not begun ends without ever
 * having been open. Throws `survey_not_published` for a draft.
 */
export const endSurvey = (db: Database, surveyId: number, now: number): Promise<void> =>
  transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (isDraft(survey)) throw new ApiError("survey_not_published");
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
