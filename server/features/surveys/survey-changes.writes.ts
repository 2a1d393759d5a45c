import type { CorrectedOption } from "#contract/endpoints/surveys.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { isClosed, isDraft, isHidden } from "#server/features/visibility/visibility.reads.ts";
import { openHold, reasonsToHold } from "./holds/survey-holds.writes.ts";
import { setHidden } from "./moderated-surveys.writes.ts";
import { relist } from "./search/indexing.writes.ts";
import type { SurveyRow } from "./survey-access.reads.ts";
import { isVotedOn, updateSurveyRow } from "./survey-edits.writes.ts";
import { surveyTimes } from "./survey-times.ts";
import { lockSurvey } from "./surveys.writes.ts";

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
 * texts of the question or options would change although somebody has voted (R47). Where the new
 * texts have words of the operator's list, the survey is hidden until staff has looked at it (R664).
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
    const changesTexts = correctsTexts || description !== survey.description;
    if (changesTexts && !isDraft(survey)) await holdIfNeeded(db, tx, survey, now);
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

async function holdIfNeeded(
  db: Database,
  tx: Transaction,
  survey: SurveyRow,
  now: number,
): Promise<void> {
  const reasons = await reasonsToHold(db, tx, survey, 0);
  if (!reasons) return;
  await setHidden(db, tx, survey.id, true, now);
  await openHold(db, tx, { surveyId: survey.id, reasons, publishes: false }, now);
}
