/** Voters who share all that is known of them, and in which category of each margin they are. */
export interface Cell {
  voters: number;
  categories: readonly string[];
}

/** Shares of the population by category, for one margin; those of all categories sum to 1. */
export type Margin = ReadonlyMap<string, number>;

/** No voter counts for less than this many or more than that many. */
const WEIGHTS = { least: 0.2, most: 5 };
const ROUNDS = 100;
const PRECISION = 1e-9;
const HALVINGS = 50;
const HIGHEST_SCALE = 1e9;

/**
 * A weight for each cell's voters, 1 on average, with which the cells agree with every margin as well
 * as they can (raking; Deming and Stephan, Annals of Mathematical Statistics 11, 1940). After each
 * round weights are trimmed to a fifth and five times the mean. A category that the margin does not
 * know keeps the share that it has among the voters, as does one without voters none.
 */
export function rake(cells: readonly Cell[], margins: readonly Margin[], trim = WEIGHTS): number[] {
  const voters = cells.reduce((sum, cell) => sum + cell.voters, 0);
  const targets = margins.map((margin, i) => targetsOf(cells, margin, i, voters));
  let weights = cells.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    const before = weights;
    targets.forEach((target, i) => {
      const sums = sumByCategory(cells, i, weights);
      weights = weights.map((weight, at) => {
        const category = cells[at]?.categories[i] ?? "";
        const sum = sums.get(category) ?? 0;
        return sum > 0 ? (weight * (target.get(category) ?? 0)) / sum : weight;
      });
    });
    weights = trimmed(cells, weights, trim);
    if (weights.every((weight, at) => Math.abs(weight - (before[at] ?? 0)) < PRECISION)) break;
  }
  return weights;
}

/** How many voters each category is to have together, of as many as there are. */
function targetsOf(
  cells: readonly Cell[],
  margin: Margin,
  at: number,
  voters: number,
): Map<string, number> {
  const present = sumByCategory(
    cells,
    at,
    cells.map(() => 1),
  );
  const known = [...present].filter(([category]) => margin.has(category));
  const knownVoters = known.reduce((sum, [, count]) => sum + count, 0);
  const knownShare = known.reduce((sum, [category]) => sum + (margin.get(category) ?? 0), 0);
  const shareOf = (category: string, count: number) => {
    const share = margin.get(category);
    return share === undefined ? count / voters : (share / knownShare) * (knownVoters / voters);
  };
  return new Map([...present].map(([name, count]) => [name, shareOf(name, count) * voters]));
}

function sumByCategory(cells: readonly Cell[], at: number, weights: readonly number[]) {
  const sums = new Map<string, number>();
  cells.forEach(({ voters, categories }, i) => {
    const category = categories[at] ?? "";
    sums.set(category, (sums.get(category) ?? 0) + voters * (weights[i] ?? 0));
  });
  return sums;
}

/** Within the bounds, scaled such that the mean of all voters' weights is 1, which is between these. */
function trimmed(
  cells: readonly Cell[],
  weights: readonly number[],
  { least, most }: typeof WEIGHTS,
) {
  const scaled = (scale: number) =>
    weights.map((weight) => Math.min(Math.max(weight * scale, least), most));
  const voters = cells.reduce((sum, cell) => sum + cell.voters, 0);
  const meanOf = (own: readonly number[]) =>
    cells.reduce((sum, cell, i) => sum + cell.voters * (own[i] ?? 0), 0) / voters;
  let [low, high] = [0, 1];
  while (meanOf(scaled(high)) < 1 && high < HIGHEST_SCALE) high *= 2;
  for (let round = 0; round < HALVINGS; round++) {
    const middle = (low + high) / 2;
    if (meanOf(scaled(middle)) < 1) low = middle;
    else high = middle;
  }
  return scaled(high);
}

/** How many voters of equal weight would tell as much (Kish, Survey Sampling, 1965). */
export function effectiveSize(cells: readonly Cell[], weights: readonly number[]): number {
  let sum = 0;
  let squares = 0;
  cells.forEach(({ voters }, i) => {
    const weight = weights[i] ?? 0;
    sum += voters * weight;
    squares += voters * weight ** 2;
  });
  return squares === 0 ? 0 : sum ** 2 / squares;
}
