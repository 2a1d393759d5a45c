import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
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

interface NewQuestions {
  questions: readonly KeyedQuestion[];
  /** What the end says of each type, in the order of the survey's options. */
  types: readonly string[];
  /** In a scored test. */
  option: CountingOption | undefined;
}

/**
 * Replaces a draft's questions and, in a scored test, its options by the one that counts attempts.
 * Returns the previous pictures. Throws `survey_locked` once it is published.
 */
export async function replaceQuestions(
  db: Database,
  surveyId: number,
  { questions, types, option }: NewQuestions,
): Promise<string[]> {
  return transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (!isDraft(survey)) throw new ApiError("survey_locked");
    const earlier = await tx
      .deleteFrom("quiz_questions")
      .where("survey_id", "=", surveyId)
      .returning("image")
      .execute();
    const explained = await tx
      .deleteFrom("quiz_explanations")
      .where("survey_id", "=", surveyId)
      .returning("image")
      .execute();
    await tx.deleteFrom("quiz_types").where("survey_id", "=", surveyId).execute();
    const rows = questions.map(({ options, explanationImage: _, ...question }, position) => ({
      ...{ survey_id: surveyId, position, ...question },
      options: JSON.stringify(options),
    }));
    await tx.insertInto("quiz_questions").values(rows).execute();
    const pictures = questions.flatMap(({ explanationImage: image }, position) =>
      image === null ? [] : [{ survey_id: surveyId, position, image }],
    );
    if (pictures.length > 0) await tx.insertInto("quiz_explanations").values(pictures).execute();
    const texts = types.flatMap((content, position) =>
      content === "" ? [] : [{ survey_id: surveyId, position, content }],
    );
    if (texts.length > 0) await tx.insertInto("quiz_types").values(texts).execute();
    const replaced = [...earlier, ...explained].flatMap(({ image }) => image ?? []);
    return option ? [...replaced, ...(await replaceOptionRows(tx, surveyId, [option]))] : replaced;
  });
}

/** Forgets the pictures of explanations of removed surveys. Returns their paths. */
export async function dropExplanationPictures(
  db: Database,
  tx: Transaction,
  surveyIds: readonly number[],
): Promise<string[]> {
  const dropped = await tx
    .deleteFrom("quiz_explanations")
    .where(db.isOneOf(sql.ref("survey_id"), sql`${surveyIds.join()}`))
    .returning("image")
    .execute();
  return dropped.map(({ image }) => image);
}
