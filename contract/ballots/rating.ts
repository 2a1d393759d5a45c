import type { BallotRules } from "./ballot-rules.ts";
import { isRating } from "./choices.ts";
import { multipleRules } from "./multiple.ts";

export const GRADES = [1, 2, 3, 4, 5] as const;
export type Grade = (typeof GRADES)[number];

/**
 * Each voter gives some options a grade, 5 the best. Counts and shares are of voters who graded an
 * option; they do not say who is ahead.
 */
export const ratingRules: BallotRules = {
  isVote: isRating,
  shares: (counts, voters) => multipleRules.shares(counts, voters),
  leading: () => undefined,
};

/**
 * Returns the mean of grades to two decimals and their median, from how often each was given, the
 * lowest first; of an even number the lower middle one, as in majority judgement (Balinski, Laraki
 * 2011). Both are null without grades.
 */
export function gradesOf(spread: readonly number[]): {
  mean: number | null;
  median_grade: Grade | null;
} {
  const count = spread.reduce((sum, times) => sum + times, 0);
  if (count === 0) return { mean: null, median_grade: null };
  const sum = spread.reduce((all, times, i) => all + times * (i + 1), 0);
  let upTo = 0;
  const median = spread.findIndex((times) => {
    upTo += times;
    return 2 * upTo >= count;
  });
  return { mean: Math.round((100 * sum) / count) / 100, median_grade: GRADES[median] ?? null };
}

/** A result as text, with the length of its bar in percent: the share, or the mean grade of 5. */
export const shownResult = ({ value, mean }: { value: string; mean?: number | null }) =>
  mean === undefined
    ? { text: value, share: Number(value.slice(1)) }
    : { text: mean === null ? "–" : gradeText(mean), share: (mean ?? 0) * 20 };

/** A mean grade in Turkish, "4,25". */
export const gradeText = (mean: number): string => mean.toFixed(2).replace(".", ",");
