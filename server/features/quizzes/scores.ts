import { SCORES_FROM_ATTEMPTS } from "#contract/limits.ts";
import { lookReached, shareStep } from "#contract/shapes/groups.ts";
import type { Scores } from "#contract/shapes/quiz-shapes.ts";
import { noiseOf, roughShares } from "#server/statistics/noise.ts";

/** How many attempts had each number of whole points, rounded down. */
export type PointCounts = readonly { points: number; attempts: number }[];

export const attemptsIn = (counts: PointCounts): number =>
  counts.reduce((sum, { attempts }) => sum + attempts, 0);

/** The last of 10, 20, 50, 100 … attempts that a test has reached; 0 below 10. */
export function scoreLookReached(attempts: number): number {
  if (attempts < SCORES_FROM_ATTEMPTS) return 0;
  if (attempts < 2 * SCORES_FROM_ATTEMPTS) return SCORES_FROM_ATTEMPTS;
  return lookReached(attempts) || 2 * SCORES_FROM_ATTEMPTS;
}

/** Fewer bands where there are few attempts, as the noise in each of them is the same. */
function bandCount(attempts: number, highest: number): number {
  const wanted = attempts < 50 ? 3 : 5;
  return Math.min(wanted, highest + 1);
}

/**
 * How a test's attempts did at a look, of `highest` points at most: shares of bands with the noise of
 * groups, drawn by the secret and the number of attempts, which names who has taken the test, as
 * nobody takes an attempt back (R597).
 */
export function toScores(counts: PointCounts, highest: number, secret: Uint8Array): Scores {
  const attempts = attemptsIn(counts);
  const bands = bandCount(attempts, highest);
  const bandOf = (points: number) => Math.min(bands - 1, Math.floor((points * bands) / highest));
  const exact = Array.from({ length: bands }, () => 0);
  for (const { points, attempts: more } of counts) {
    exact[bandOf(points)] = (exact[bandOf(points)] ?? 0) + more;
  }
  const people = `${attempts} attempts`;
  const noisy = exact.map((count, band) => count + noiseOf(secret, people, band));
  const step = shareStep(attempts);
  const shares = roughShares(noisy, step);
  return {
    attempts: roughly(attempts),
    step,
    bands: shares.map((share, band) => ({ from: Math.ceil((band * highest) / bands), share })),
  };
}

/** Rounds to two digits, and below 100 to tens. */
function roughly(attempts: number): number {
  const unit = Math.max(10, 10 ** (`${attempts}`.length - 2));
  return Math.round(attempts / unit) * unit;
}
