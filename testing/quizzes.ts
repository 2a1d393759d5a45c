import type * as z from "zod";
import { setQuestions, submitAttempt } from "#contract/endpoints/quizzes.ts";
import { addOptions, createSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import type { NewQuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { type Api, succeed } from "./api.ts";
import type { Person } from "./people.ts";
import { PLAIN_PICTURE } from "./plain-picture.ts";
import type { NewSurvey } from "./surveys.ts";

export type QuestionForm = z.input<typeof NewQuizQuestion>;

/** A question whose options are right where they begin with "+". */
export const question = (content: string, ...options: string[]): QuestionForm => ({
  content,
  explanation: `${content} Çünkü öyle.`,
  options: options.map((option) => ({
    content: option.replace(/^\+/, ""),
    right: option.startsWith("+"),
  })),
});

/** A test of two questions, the second with two right options. */
export const TWO_QUESTIONS: QuestionForm[] = [
  question("Başkent neresi?", "+Ankara", "İstanbul", "İzmir"),
  question("Hangileri asaldır?", "+2", "+3", "4", "6"),
];

export interface NewQuiz extends Omit<NewSurvey, "options"> {
  questions?: QuestionForm[];
  /** The types of a test whose options add to them. */
  types?: string[];
  /** What the end says of each type. */
  typeTexts?: string[];
}

/** Makes the calls of publishing before the last one; returns the draft's id. */
export async function draftQuiz(
  api: Api,
  { token }: Person,
  { questions = TWO_QUESTIONS, types, typeTexts, visibility: _, ...form }: NewQuiz = {},
): Promise<number> {
  const image = new File([PLAIN_PICTURE], "resim.png", { type: "image/png" });
  const about = { question: "Ne kadar biliyorsunuz?", category_id: 1, voters: "members" };
  const body = { ...about, image, type: "TEST", ballot: "quiz", ...form };
  const { item } = await succeed(api.call(createSurvey, { token, body }));
  if (types) {
    const data = types.map((content) => ({ survey_id: item.id, image, content }));
    await succeed(api.call(addOptions, { token, body: { data } }));
  }
  const data = questions.map((one) => ({ question: one }));
  const asked = { data, ...(typeTexts && { type_texts: typeTexts }) };
  await succeed(api.call(setQuestions, { token, params: { id: item.id }, body: asked }));
  return item.id;
}

/** A published test with questions, public unless `visibility` says otherwise. */
export async function publishQuiz(api: Api, owner: Person, quiz: NewQuiz = {}): Promise<Survey> {
  const id = await draftQuiz(api, owner, quiz);
  const body = { visibility: quiz.visibility ?? "public" };
  const { token } = owner;
  return (await succeed(api.call(setVisibility, { token, params: { id }, body }))).item;
}

/** Ends an attempt with these options of each question. */
export const attempt = (
  api: Api,
  person: Person | undefined,
  { id }: Pick<Survey, "id">,
  answers: readonly (readonly number[])[],
  more: { practice?: boolean } = {},
) => api.call(submitAttempt, { token: person?.token, params: { id }, body: { answers, ...more } });
