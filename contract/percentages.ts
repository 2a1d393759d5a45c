/**
 * Returns counts as whole percentages that sum to 100, by the largest-remainder method; of equal
 * remainders the earlier one wins. All are 0 if nothing was counted (R78). With fewer `parts` than
 * 100, they are numbers of these parts.
 */
export function percentages(counts: readonly number[], parts = 100): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * parts) / total);
  const whole = exact.map(Math.floor);
  const missing = parts - whole.reduce((sum, share) => sum + share, 0);
  const byRemainder = counts
    .map((count, i) => ({ i, remainder: (count * parts) % total }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, missing)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}
