import { createHmac } from "node:crypto";
import { percentages } from "#contract/percentages.ts";

/**
 * How many of 65,536 equally likely draws give each size of noise, from 0 up; a size other than 0
 * stands for both signs. Unbiased, variance 16, at most 12: a normal distribution of that variance,
 * rounded and cut off (`NOISE_VARIANCE`).
 */
export const NOISE_DRAWS: readonly number[] = [
  6483, 12573, 11470, 9842, 7943, 6030, 4306, 2892, 1827, 1086, 607, 319, 158,
];
const DRAWS = 2 ** 16;

/**
 * The noise in the votes of a group for an option, drawn by who is in the group (`people`) and the
 * survey's secret. The same people always read the same, in whatever table they stand, so that
 * looking twice averages nothing out. It does not depend on how they voted: if it did, an option
 * without votes could be told from one with a vote. This is the cell key method with whole groups
 * in place of sums of record keys (Fraser and Wooton, UNECE 2005, for the Australian Bureau of
 * Statistics; Office for National Statistics, Census 2021).
 */
export function noiseOf(secret: Uint8Array, people: string, optionId: number): number {
  const bytes = createHmac("sha256", secret).update(`${optionId}\n${people}`).digest();
  let draw = bytes.readUInt16BE(0);
  let size = 0;
  while (draw >= (NOISE_DRAWS[size] ?? DRAWS)) draw -= NOISE_DRAWS[size++] ?? DRAWS;
  return bytes.readUInt8(2) % 2 === 0 ? size : -size;
}

/**
 * Returns the numbers nearest to these, by squares, that are not negative and have the same sum
 * (projection onto a simplex; Duchi et al., ICML 2008). Setting negative ones to 0 alone would add
 * some 1.6 votes to each option without votes, so that the leader of a small group read too low.
 */
export function withoutNegatives(noisy: readonly number[]): number[] {
  const total = Math.max(
    1,
    noisy.reduce((sum, votes) => sum + votes, 0),
  );
  let [sum, surplus] = [0, 0];
  for (const [i, votes] of noisy.toSorted((a, b) => b - a).entries()) {
    sum += votes;
    const each = (sum - total) / (i + 1);
    if (votes > each) surplus = each;
  }
  return noisy.map((votes) => Math.max(0, votes - surplus));
}

/**
 * Shares of noisy numbers of votes, in percentages that are multiples of `step` and sum to 100. They
 * are computed from these numbers alone, so that they reveal no more than these.
 */
export const roughShares = (noisy: readonly number[], step: number): number[] =>
  percentages(withoutNegatives(noisy), 100 / step).map((parts) => parts * step);
