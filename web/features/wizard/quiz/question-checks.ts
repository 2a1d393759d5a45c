import { NewQuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import { validate } from "#web/lib/api/validate.ts";
import type { Draft, DraftQuestion } from "../draft/draft.ts";
import { toQuestion } from "./draft-questions.ts";

/**
 * The errors of a test's questions, in their order: `question:<id>`, `explanation:<id>` and
 * `options:<id>` of each, and `content:<option id>`.
 */
export const questionErrors = (draft: Draft): Record<string, string> =>
  Object.assign(
    {},
    ...draft.questions.map((question) => {
      const found = validate(NewQuizQuestion, toQuestion(question, draft));
      const isTypeless = draft.scoring === "types" && question.options.some(({ type }) => !type);
      return byDraftIds(question, isTypeless ? { ...found, options: NO_TYPE } : found);
    }),
  );

const NO_TYPE = "Her şıkkın hangi sonuca puan verdiğini seçin.";

/** The server's errors of `PUT …/questions`, whose fields begin with "data.<index>.question.". */
export const serverQuestionErrors = (
  { questions }: Pick<Draft, "questions">,
  fields: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.assign(
    {},
    ...questions.map((question, i) => {
      const prefix = `data.${i}.question.`;
      const own = Object.entries(fields).filter(([name]) => name.startsWith(prefix));
      return byDraftIds(
        question,
        Object.fromEntries(own.map(([name, text]) => [name.slice(prefix.length), text])),
      );
    }),
  );

function byDraftIds(
  { id, options }: DraftQuestion,
  found: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const names: [string, string][] = [
    ["content", `question:${id}`],
    ...options.map((option, i): [string, string] => [
      `options.${i}.content`,
      `content:${option.id}`,
    ]),
    ["options", `options:${id}`],
    ["explanation", `explanation:${id}`],
  ];
  return Object.fromEntries(
    names.flatMap(([name, field]) => {
      const text = found[name];
      return text ? [[field, text]] : [];
    }),
  );
}

/** The value an error of a question refers to; undefined for other fields. */
export function questionValue({ questions }: Draft, part: string, id: string): unknown {
  const question = questions.find((one) => one.id === id);
  if (question && part === "question") return question.content;
  if (question && part === "explanation") return question.explanation;
  if (question) return JSON.stringify(question.options);
  return questions.flatMap(({ options }) => options).find((option) => option.id === id)?.content;
}
