import type { SurveyEdit } from "#contract/endpoints/survey-edits.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { isDraft } from "#server/features/visibility/visibility.reads.ts";
import type { SurveyRow } from "./survey-access.reads.ts";
import { plannedEnd } from "./survey-times.ts";

/** The fields that can change after the first vote, as the edits record them. */
const WRITTEN: {
  [Field in SurveyEdit["field"]]: (survey: Pick<SurveyRow, Field>) => string | null;
} = {
  description: ({ description }) => description,
  expire_time: ({ expire_time }) => (expire_time === null ? null : toTimestamp(expire_time)),
  visibility: ({ visibility }) => visibility,
};
const FIELDS = Object.keys(WRITTEN) as (keyof typeof WRITTEN)[];

export type SurveyChange = Partial<Omit<SurveyRow, "edited_at"> & { published_at: number }>;

/**
 * Changes the row of a locked survey at `now`. If somebody has voted, records the previous value of
 * each changed field (R228) and the end that was planned (R450). Returns whether any was recorded.
 */
export async function updateSurveyRow(
  db: Database,
  tx: Transaction,
  survey: SurveyRow,
  change: SurveyChange,
  now: number,
): Promise<boolean> {
  const changed = { ...survey, ...change };
  const edits = FIELDS.map((field) => ({
    field,
    was: WRITTEN[field](survey),
    became: WRITTEN[field](changed),
  })).filter(({ was, became }) => was !== became);
  const isKept = edits.length > 0 && !isDraft(survey) && (await isVotedOn(db, tx, survey.id));
  await tx
    .updateTable("surveys")
    .set(
      isKept
        ? { ...change, edited_at: now, planned_end: plannedEnd(survey, changed, now) }
        : change,
    )
    .where("id", "=", survey.id)
    .execute();
  if (!isKept) return false;
  const before = await tx
    .selectFrom("survey_edits")
    .select("number")
    .where("survey_id", "=", survey.id)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const first = (before?.number ?? 0) + 1;
  const rows = edits.map((edit, i) => ({
    survey_id: survey.id,
    number: first + i,
    edited_at: now,
    ...edit,
  }));
  await tx.insertInto("survey_edits").values(rows).execute();
  return true;
}

/** Whether somebody has voted. If nobody has, votes wait until the transaction ends. */
export async function isVotedOn(db: Database, tx: Transaction, surveyId: number): Promise<boolean> {
  if (await hasVote(tx, surveyId)) return true;
  // Locks the options, as each vote locks its own, so that no vote can be entered.
  await tx
    .selectFrom("options")
    .select("id")
    .where("survey_id", "=", surveyId)
    .orderBy("id")
    .modifyEnd(db.forUpdate)
    .execute();
  return hasVote(tx, surveyId);
}

async function hasVote(tx: Transaction, surveyId: number): Promise<boolean> {
  const vote = await tx
    .selectFrom("votes")
    .select("survey_id")
    .where("survey_id", "=", surveyId)
    .limit(1)
    .executeTakeFirst();
  return vote !== undefined;
}
