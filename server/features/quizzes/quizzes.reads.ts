import { type JoinBuilder, type SqlBool, sql } from "kysely";
import type * as z from "zod";
import type { AccountExport } from "#contract/endpoints/account-export.ts";
import type { Attempt, QuizAnswers, QuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import { BATCH_ROWS, inBatches } from "#server/db/batches.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import {
  isForAgeOf,
  NOT_REMOVED,
  PUBLISHED,
} from "#server/features/visibility/visibility.reads.ts";
import type { VoterId } from "#server/features/voters/voters.reads.ts";
import { type Grade, grade, type KeyedQuestion, rightOptions } from "./grading.ts";

const JOIN_PICTURES = (join: JoinBuilder<Tables, "quiz_questions" | "quiz_explanations">) =>
  join
    .onRef("quiz_explanations.survey_id", "=", "quiz_questions.survey_id")
    .onRef("quiz_explanations.position", "=", "quiz_questions.position");

/** A test's questions with what is right, in their order. */
export async function readKeyedQuestions(
  query: Pick<Transaction, "selectFrom">,
  surveyId: number,
): Promise<KeyedQuestion[]> {
  const rows = await query
    .selectFrom("quiz_questions")
    .leftJoin("quiz_explanations", JOIN_PICTURES)
    .select(["content", "quiz_questions.image", "explanation", "options"])
    .select("quiz_explanations.image as explanationImage")
    .where("quiz_questions.survey_id", "=", surveyId)
    .orderBy("quiz_questions.position")
    .execute();
  return rows.map(({ options, ...question }) => ({ ...question, options: JSON.parse(options) }));
}

/** The questions as people see them before they have answered. */
export const toQuestions = (questions: readonly KeyedQuestion[]): QuizQuestion[] =>
  questions.map((question) => ({
    content: question.content,
    image_path: question.image,
    has_several: rightOptions(question).length > 1,
    options: question.options.map(({ content }) => ({ content })),
  }));

/** Returns the ids of a survey's options in their order. */
export async function readOptionIds({ query }: Database, surveyId: number): Promise<number[]> {
  const options = await query
    .selectFrom("options")
    .select("id")
    .where("survey_id", "=", surveyId)
    .orderBy("position")
    .execute();
  return options.map(({ id }) => id);
}

/** What the end says of a type of a test, by the position of its option; "" where there is none. */
export async function readTypeText(
  { query }: Database,
  surveyId: number,
  type: number | null,
): Promise<string> {
  if (type === null) return "";
  const row = await query
    .selectFrom("quiz_types")
    .select("content")
    .where("survey_id", "=", surveyId)
    .where("position", "=", type)
    .executeTakeFirst();
  return row?.content ?? "";
}

/** What somebody answered in the attempt that counts; undefined without one. */
export async function readAnswers(
  { query }: Database,
  surveyId: number,
  voter: VoterId,
): Promise<QuizAnswers | undefined> {
  const attempt = await query
    .selectFrom("quiz_attempts")
    .select("answers")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", voter)
    .executeTakeFirst();
  return attempt && JSON.parse(attempt.answers);
}

interface Ended {
  questions: readonly KeyedQuestion[];
  answers: QuizAnswers;
  optionIds: readonly number[];
  /** What is said of the type; "" in scored tests. */
  typeText: string;
  counts: boolean;
}

/** An attempt that has ended, with what is right. */
export function toAttempt(
  graded: Grade,
  { questions, answers, optionIds, typeText, counts }: Ended,
): Attempt {
  const { points, score, type } = graded;
  return {
    counts,
    answers,
    score: type === null ? score / 100 : null,
    type_option_id: type === null ? null : (optionIds[type] ?? null),
    type_text: type === null ? null : typeText,
    questions: questions.map((question, i) => ({
      right: rightOptions(question),
      points: type === null ? (points[i] ?? 0) / 100 : null,
      explanation: question.explanation,
      explanation_image_path: question.explanationImage,
    })),
  };
}

/** Returns somebody's attempt that counts; null without one. */
export async function readAttempt(
  db: Database,
  surveyId: number,
  voter: VoterId,
): Promise<Attempt | null> {
  const answers = await readAnswers(db, surveyId, voter);
  if (!answers) return null;
  const questions = await readKeyedQuestions(db.query, surveyId);
  const optionIds = await readOptionIds(db, surveyId);
  const graded = grade(questions, answers);
  if (!graded) return null;
  const typeText = await readTypeText(db, surveyId, graded.type);
  return toAttempt(graded, { questions, answers, optionIds, typeText, counts: true });
}

type Export = z.output<typeof AccountExport>;

/** The questions of somebody's own tests, with what is right. */
export async function exportTests(db: Database, ownerId: number): Promise<Export["tests"]> {
  const own = await db.query
    .selectFrom("surveys")
    .select("id")
    .where("owner_id", "=", ownerId)
    .execute();
  const ids = idRows(
    db,
    own.map(({ id }) => id),
  );
  const rows = await db.query
    .selectFrom("quiz_questions")
    .leftJoin("quiz_explanations", JOIN_PICTURES)
    .select(["quiz_questions.survey_id", "content", "quiz_questions.image"])
    .select(["explanation", "quiz_explanations.image as explanation_image", "options"])
    .where(sql<SqlBool>`quiz_questions.survey_id in (select id from ${ids})`)
    .orderBy("quiz_questions.survey_id")
    .orderBy("quiz_questions.position")
    .execute();
  const types = await db.query
    .selectFrom("quiz_types")
    .select(["survey_id", "position", "content"])
    .where(db.isOneOf(sql.ref("survey_id"), sql`${own.map(({ id }) => id).join()}`))
    .orderBy("survey_id")
    .orderBy("position")
    .execute();
  const typesOf = Map.groupBy(types, (row) => row.survey_id);
  return [...Map.groupBy(rows, (row) => row.survey_id)].map(([survey_id, questions]) => ({
    survey_id,
    questions: questions.map(({ content, image, explanation, explanation_image, options }) => {
      const parsed: KeyedQuestion["options"] = JSON.parse(options);
      const explained = { explanation, explanation_image_path: explanation_image };
      return { content, image_path: image, ...explained, options: parsed };
    }),
    types: (typesOf.get(survey_id) ?? []).map(({ position, content }) => ({
      ...{ option: position, content },
    })),
  }));
}

/** Somebody's attempts that count, in batches; without those at tests that are removed, hidden or only for adults. */
export const exportAttempts = (db: Database, voter: VoterId) =>
  inBatches(
    0,
    (last) =>
      db.query
        .selectFrom("quiz_attempts")
        .innerJoin("surveys", "surveys.id", "survey_id")
        .select(["survey_id", "question", "score", "answers"])
        .where("user_id", "=", voter)
        .where(PUBLISHED)
        .where(isForAgeOf(db, voter))
        .where("survey_id", ">", last)
        .orderBy("survey_id")
        .limit(BATCH_ROWS)
        .execute(),
    (row) => row.survey_id,
    ({ score, answers, ...row }) => ({ ...row, score: score / 100, answers: JSON.parse(answers) }),
  );

/** See `Feature.wrongCounters`. */
export const WRONG_SCORES = {
  // A removed test loses its attempts in batches, and its counters with the last of them.
  "a test's scores": sql`select counted.survey_id as id
    from (select survey_id, points, sum(attempts) as attempts from quiz_scores
      group by survey_id, points) as counted
    join surveys on surveys.id = counted.survey_id and ${NOT_REMOVED}
    where counted.attempts <> (select count(*) from quiz_attempts
      where quiz_attempts.survey_id = counted.survey_id
        and quiz_attempts.score / 100 = counted.points)`,
};
