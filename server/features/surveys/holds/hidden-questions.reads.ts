import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import {
  areQuestionsAlike,
  bandsOf,
  prepareQuestion,
} from "#server/features/screening/question-bands.ts";
import { NOT_REMOVED } from "#server/features/visibility/visibility.reads.ts";

/** Hidden surveys that a question is compared with: those that share most bands with it. */
const CANDIDATES = 50;
/** Rows of the index that are read for it. */
const ROWS = 20_000;

/** Returns the hidden survey whose question a survey's resembles, undefined where there is none. */
export async function findResembled(
  db: Database,
  tx: Transaction,
  surveyId: number,
): Promise<number | undefined> {
  const { question } = await tx
    .selectFrom("surveys")
    .select("question")
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const asked = prepareQuestion(question);
  if (!asked) return undefined;
  const { rows } = await sql<{ survey_id: number }>`select survey_id
    from (select survey_id from hidden_questions
      where ${db.isOneOf(sql.ref("band"), sql`${bandsOf(asked).join()}`)}
        and survey_id <> ${surveyId} limit ${ROWS}) as sharing
    group by survey_id order by count(*) desc, survey_id limit ${CANDIDATES}`.execute(tx);
  if (rows.length === 0) return undefined;
  const ids = rows.map((row) => row.survey_id);
  const hidden = await tx
    .selectFrom("surveys")
    .select(["id", "question"])
    .where(db.isOneOf(sql.ref("surveys.id"), sql`${ids.join()}`))
    .where("hidden", "is not", null)
    .where(NOT_REMOVED)
    .execute();
  const alike = new Set(hidden.filter((one) => isAlike(one.question)).map(({ id }) => id));
  return ids.find((id) => alike.has(id));

  function isAlike(other: string): boolean {
    const prepared = prepareQuestion(other);
    return prepared !== undefined && asked !== undefined && areQuestionsAlike(asked, prepared);
  }
}
