import { QUIZ_OPTION_COUNT, QUIZ_QUESTIONS_MAX } from "#contract/limits.ts";
import { type Draft, type DraftQuestion, type DraftQuizOption, newId } from "../draft/draft.ts";

const DEFAULT_OPTIONS = 4;

const newQuizOption = (): DraftQuizOption => ({
  id: newId(),
  content: "",
  right: false,
  type: null,
});
const newQuestion = (): DraftQuestion => ({
  ...{ id: newId(), content: "", explanation: "", image: null, explanationImage: null },
  options: Array.from({ length: DEFAULT_OPTIONS }, newQuizOption),
});

/** Whether the draft is a test with questions. */
export const isQuiz = ({ type, questions }: Pick<Draft, "type" | "questions">): boolean =>
  type === "TEST" && questions.length > 0;

/** Returns the same draft when it has the maximum of questions. */
export function addQuestion(draft: Draft): Draft {
  if (draft.questions.length >= QUIZ_QUESTIONS_MAX) return draft;
  return { ...draft, questions: [...draft.questions, newQuestion()] };
}

export const removeQuestion = (draft: Draft, id: string): Draft => ({
  ...draft,
  questions: draft.questions.filter((question) => question.id !== id),
});

/** Moves a question by one place; returns the same draft where there is none. */
export function moveQuestion(draft: Draft, id: string, by: 1 | -1): Draft {
  const from = draft.questions.findIndex((question) => question.id === id);
  const moved = draft.questions[from];
  const other = draft.questions[from + by];
  if (!moved || !other) return draft;
  return { ...draft, questions: draft.questions.with(from, other).with(from + by, moved) };
}

export const editQuestion = (draft: Draft, id: string, changes: Partial<DraftQuestion>): Draft => ({
  ...draft,
  questions: draft.questions.map((one) => (one.id === id ? { ...one, ...changes } : one)),
});

/** Returns the same question when it has the maximum of options. */
export function addQuizOption(question: DraftQuestion): DraftQuestion {
  if (question.options.length >= QUIZ_OPTION_COUNT.max) return question;
  return { ...question, options: [...question.options, newQuizOption()] };
}

/** Returns the same question when it has the minimum of options. */
export function removeQuizOption(question: DraftQuestion, id: string): DraftQuestion {
  if (question.options.length <= QUIZ_OPTION_COUNT.min) return question;
  return { ...question, options: question.options.filter((option) => option.id !== id) };
}

export const editQuizOption = (
  question: DraftQuestion,
  id: string,
  changes: Partial<DraftQuizOption>,
): DraftQuestion => ({
  ...question,
  options: question.options.map((one) => (one.id === id ? { ...one, ...changes } : one)),
});

/** Whether the draft is a test whose options add to types. */
export const isOfTypes = (draft: Pick<Draft, "type" | "questions" | "scoring">): boolean =>
  isQuiz(draft) && draft.scoring === "types";

/** A question as the API takes it; an option whose type is not chosen names none. */
export const toQuestion = (
  { content, explanation, options }: DraftQuestion,
  draft: Pick<Draft, "scoring" | "options">,
) => ({
  content,
  explanation,
  options: options.map((option) => {
    if (draft.scoring === "right") return { content: option.content, right: option.right };
    const type = draft.options.findIndex(({ id }) => id === option.type);
    return { content: option.content, ...(type !== -1 && { type }) };
  }),
});
