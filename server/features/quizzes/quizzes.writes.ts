import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { replaceOptionRows } from "#server/features/surveys/publishing/drafts.writes.ts";
import { lockSurvey } from "#server/features/surveys/surveys.writes.ts";
import { isDraft } from "#server/features/visibility/visibility.reads.ts";
import type { KeyedQuestion } from "./grading.ts";

/** The one option of a scored test, which counts its attempts. */
interface CountingOption {
  content: string;
  image: string;
}

/**
 * Replaces a draft's questions and, in a scored test, its options by the one that counts attempts.
 * Returns the previous pictures. Throws `survey_locked` once it is published.
 */
export async function replaceQuestions(
  db: Database,
  surveyId: number,
  questions: readonly KeyedQuestion[],
  option: CountingOption | undefined,
): Promise<string[]> {
  return transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (!isDraft(survey)) throw new ApiError("survey_locked");
    const earlier = await tx
      .deleteFrom("quiz_questions")
      .where("survey_id", "=", surveyId)
      .returning("image")
      .execute();
    const rows = questions.map(({ options, ...question }, position) => ({
      ...{ survey_id: surveyId, position, ...question },
      options: JSON.stringify(options),
    }));
    await tx.insertInto("quiz_questions").values(rows).execute();
    const replaced = earlier.flatMap(({ image }) => image ?? []);
    return option ? [...replaced, ...(await replaceOptionRows(tx, surveyId, [option]))] : replaced;
  });
}
