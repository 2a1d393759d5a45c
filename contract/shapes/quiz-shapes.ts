import * as z from "zod";
import { EXPLANATION_MAX, OPTION_COUNT, QUIZ_OPTION_COUNT } from "../limits.ts";
import { ImageFile, ImagePath, paragraphs } from "./shapes.ts";
import { OptionContent, Question } from "./survey-forms.ts";

// Tests with questions (ADR-078). Options are named by their index in their question.

const OptionIndex = z
  .int()
  .min(0)
  .max(QUIZ_OPTION_COUNT.max - 1);

/** An option as its author writes it: right or wrong, or what adds to a type. */
export const NewQuizOption = z.object({
  content: OptionContent,
  right: z.boolean().default(false),
  /** The type that it adds to, as an index into the survey's options; in tests of types alone. */
  type: z
    .int()
    .min(0)
    .max(OPTION_COUNT.max - 1)
    .optional(),
});
export type NewQuizOption = z.output<typeof NewQuizOption>;

const isOfTypes = ({ type }: { type?: number | undefined }) => type !== undefined;
const NO_RIGHT = "En az bir doğru şık işaretleyin.";
const SOME_TYPES = "Her şıkkın hangi sonuca puan verdiğini seçin.";

export const NewQuizQuestion = z.object({
  content: Question,
  explanation: paragraphs(EXPLANATION_MAX).default(""),
  options: z
    .array(NewQuizOption, { error: `En az ${QUIZ_OPTION_COUNT.min} şık yazın.` })
    .min(QUIZ_OPTION_COUNT.min, { error: `En az ${QUIZ_OPTION_COUNT.min} şık yazın.` })
    .max(QUIZ_OPTION_COUNT.max, { error: `En fazla ${QUIZ_OPTION_COUNT.max} şık yazabilirsiniz.` })
    .refine((options) => options.every(isOfTypes) || !options.some(isOfTypes), SOME_TYPES)
    .refine((options) => options.some(isOfTypes) || options.some(({ right }) => right), NO_RIGHT),
});
export type NewQuizQuestion = z.output<typeof NewQuizQuestion>;

/** Whether a question's options add to types instead of being right or wrong. */
export const addsToTypes = ({ options }: Pick<NewQuizQuestion, "options">): boolean =>
  options.some(isOfTypes);

/** In a form, which has no nested fields, the question is JSON text beside its picture. */
export const QuizQuestionForm = z.object({
  question: z.preprocess(parsed, NewQuizQuestion),
  image: ImageFile.optional(),
  explanation_image: ImageFile.optional(),
});

/** What the end of a test says of each type, in the order of the survey's options; "" for nothing. */
export const TypeTexts = z.preprocess(
  parsed,
  z.array(paragraphs(EXPLANATION_MAX)).max(OPTION_COUNT.max),
);

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A question as people see it before they have answered: it does not say what is right. */
export const QuizQuestion = z.object({
  content: z.string(),
  image_path: ImagePath.nullable(),
  /** Whether several options are right. */
  has_several: z.boolean(),
  options: z.array(z.object({ content: z.string() })),
});
export type QuizQuestion = z.infer<typeof QuizQuestion>;

/** The options that were chosen in a question; none where it was skipped. */
const Chosen = z
  .array(OptionIndex)
  .max(QUIZ_OPTION_COUNT.max)
  .refine((chosen) => new Set(chosen).size === chosen.length);
export const QuizAnswers = z.array(Chosen);
export type QuizAnswers = z.infer<typeof QuizAnswers>;

const Points = z.number().nonnegative();

/** An attempt that has ended, with what is right. */
export const Attempt = z.object({
  /** Whether it is the caller's attempt that counts; otherwise it was practice, which is not stored. */
  counts: z.boolean(),
  answers: QuizAnswers,
  /** In points, to two decimals; null in tests of types. */
  score: Points.nullable(),
  /** The type that the answers add up to: an option of the survey; null in scored tests. */
  type_option_id: z.int().nullable(),
  /** What its author says of that type; null in scored tests. */
  type_text: z.string().nullable(),
  questions: z.array(
    z.object({
      /** The right options; none in tests of types. */
      right: z.array(OptionIndex),
      /** From 0 to 1, to two decimals; null in tests of types. */
      points: Points.nullable(),
      explanation: z.string(),
      explanation_image_path: ImagePath.nullable(),
    }),
  ),
});
export type Attempt = z.infer<typeof Attempt>;

/** How others did, roughly (R597). */
export const Scores = z.object({
  /** How many attempts there were at the last look, to two digits. */
  attempts: z.int(),
  /** Shares in percentage points, multiples of `step`. */
  step: z.int(),
  /** Parts of the highest score, from the lowest on, each up to the next one's `from`. */
  bands: z.array(z.object({ from: z.number(), share: z.int() })),
});
export type Scores = z.infer<typeof Scores>;
