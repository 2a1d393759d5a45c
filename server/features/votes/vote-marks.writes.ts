import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { deleteRowsOfSurvey } from "#server/features/surveys/survey-removal.writes.ts";
import {
  hasEndedAt,
  hasNotEndedAt,
  NOT_REMOVED,
} from "#server/features/visibility/visibility.reads.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

/** How long a mark stays after its survey has ended. */
export const KEPT_MS = 30 * DAY_MS;
const SURVEYS_AT_ONCE = 1000;

/**
 * Marks that each of these mailboxes and identities has voted on these surveys, unless marks are
 * already forgotten.
 */
export async function insertMarks(
  db: Database,
  tx: Transaction,
  mailboxes: Mailboxes,
  numbers: readonly number[],
  surveyIds: readonly number[],
  now: number,
): Promise<void> {
  const marks = db.rows(
    ["survey_id", "mark"],
    surveyIds.flatMap((id) => numbers.map((number) => [id, mailboxes.markOf(number, id)])),
  );
  await sql`insert into vote_marks (survey_id, mark)
    select input.survey_id, input.mark from ${marks}
    join surveys on surveys.id = input.survey_id
    where ${NOT_REMOVED} and ${hasNotEndedAt(now - KEPT_MS)}
    order by input.survey_id
    on conflict do nothing`.execute(tx);
}

/**
 * Returns a function that deletes the marks of surveys that ended 30 days ago. Each call looks at
 * the next thousand surveys that have marks, and starts over after the last.
 */
export function createMarkForgetting(
  db: Database,
): (now: number, stop: AbortSignal) => Promise<void> {
  let last = 0;
  return async (now, stop) => {
    // Steps from survey to survey along the key, however many marks each has.
    const { rows } = await sql<{ survey_id: number; is_due: number }>`
      with recursive marked (survey_id) as (
        select min(survey_id) from vote_marks where survey_id > ${last}
        union all
        select (select min(vote_marks.survey_id) from vote_marks
          where vote_marks.survey_id > marked.survey_id)
        from marked where marked.survey_id is not null
      ), page as (select survey_id from marked where survey_id is not null limit ${SURVEYS_AT_ONCE})
      select page.survey_id,
        case when ${hasEndedAt(now - KEPT_MS)} then 1 else 0 end as is_due
      from page join surveys on surveys.id = page.survey_id
      order by page.survey_id`.execute(db.query);
    for (const { survey_id, is_due } of rows) {
      if (is_due)
        await deleteRowsOfSurvey(
          db,
          "vote_marks",
          { mark: Number.MIN_SAFE_INTEGER },
          survey_id,
          stop,
        );
      if (stop.aborted) return;
      last = survey_id;
    }
    if (rows.length < SURVEYS_AT_ONCE) last = 0;
  };
}
