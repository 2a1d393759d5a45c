import type { NewQuizOption, QuizAnswers } from "#contract/shapes/quiz-shapes.ts";

/** A question with what is right, in the server alone. */
export interface KeyedQuestion {
  content: string;
  image: string | null;
  explanation: string;
  /** The picture of the explanation. */
  explanationImage: string | null;
  options: NewQuizOption[];
}

export interface Grade {
  /** Of each question in hundredths of a point, from 0 to 100. */
  points: number[];
  /** Their sum. */
  score: number;
  /** The type that the answers add up to, by index; null in scored tests. */
  type: number | null;
}

/** Whether the test's options add to types. */
const isOfTypes = (questions: readonly KeyedQuestion[]): boolean =>
  questions.some(({ options }) => options.some(({ type }) => type !== undefined));

export const rightOptions = ({ options }: Pick<KeyedQuestion, "options">): number[] =>
  options.flatMap(({ right }, i) => (right ? [i] : []));

/**
 * Grades answers: in each question the options that were chosen, by index, each once. Returns
 * undefined if they do not fit the questions: of another number, an option that there is not, two
 * where one is right, or nothing chosen in a test of types.
 */
export function grade(
  questions: readonly KeyedQuestion[],
  answers: QuizAnswers,
): Grade | undefined {
  if (answers.length !== questions.length) return undefined;
  const fits = questions.every((question, i) => fitsIn(question, answers[i] ?? []));
  if (!fits) return undefined;
  if (isOfTypes(questions)) {
    const type = typeOf(questions, answers);
    return type === undefined ? undefined : { points: questions.map(() => 0), score: 0, type };
  }
  const points = questions.map((question, i) => pointsOf(question, answers[i] ?? []));
  return { points, score: points.reduce((sum, one) => sum + one, 0), type: null };
}

function fitsIn(question: KeyedQuestion, chosen: readonly number[]): boolean {
  const most = Math.max(1, rightOptions(question).length > 1 ? question.options.length : 1);
  return chosen.length <= most && chosen.every((option) => option < question.options.length);
}

/**
 * Each right option that was chosen adds a part, each wrong one takes such a part away; not below 0.
 */
function pointsOf({ options }: KeyedQuestion, chosen: readonly number[]): number {
  const right = options.filter((option) => option.right).length;
  const hits = chosen.filter((option) => options[option]?.right).length;
  const misses = chosen.length - hits;
  return Math.max(0, Math.round((100 * (hits - misses)) / right));
}

/** The type with the most options chosen for it, of several the first; undefined without any. */
function typeOf(questions: readonly KeyedQuestion[], answers: QuizAnswers): number | undefined {
  const counts: number[] = [];
  for (const [i, { options }] of questions.entries()) {
    for (const option of answers[i] ?? []) {
      const type = options[option]?.type ?? 0;
      counts[type] = (counts[type] ?? 0) + 1;
    }
  }
  const most = Math.max(0, ...counts.filter((count) => count !== undefined));
  return most === 0 ? undefined : counts.indexOf(most);
}
