import { insertRows } from "#server/db/bulk.ts";
import type { Transaction } from "#server/db/database.ts";
import { bandsOf, prepareQuestion } from "#server/features/screening/question-bands.ts";

/** Has surveys held that ask nearly the same as one that is hidden (R432). */
export async function rememberQuestion(
  tx: Transaction,
  { id, question }: { id: number; question: string },
): Promise<void> {
  const prepared = prepareQuestion(question);
  const bands = prepared ? bandsOf(prepared) : [];
  await forgetQuestion(tx, id);
  await insertRows(
    tx,
    "hidden_questions",
    ["band", "survey_id"],
    bands.map((band) => [band, id]),
  );
}

/** Takes that back, once the survey is shown again. */
export const forgetQuestion = async (tx: Transaction, surveyId: number): Promise<void> => {
  await tx.deleteFrom("hidden_questions").where("survey_id", "=", surveyId).execute();
};
