/** Voters with the same known attributes, and their category in each margin. */
export interface Cell {
  voters: number;
  categories: readonly string[];
}

/** Shares of the population by category, for one margin; those of all categories sum to 1. */
export type Margin = ReadonlyMap<string, number>;

/** The least and the most that one voter may count for. */
const WEIGHTS = { least: 0.2, most: 5 };
const ROUNDS = 40;
const PRECISION = 1e-6;
const HALVINGS = 40;
const HIGHEST_SCALE = 1e9;

/**
 * A weight for each cell's voters, 1 on average, with which the cells agree with every margin as
 * well as possible (raking; Deming and Stephan, Annals of Mathematical Statistics 11, 1940). After
 * each round weights are trimmed to between a fifth of the mean and five times the mean. A category
 * that is missing in the margin keeps its share among the voters; the margin's categories without
 * voters are left out.
 */
export function rake(cells: readonly Cell[], margins: readonly Margin[], trim = WEIGHTS): number[] {
  // Typed arrays for speed: this runs between other people's requests.
  const voters = Float64Array.from(cells, (cell) => cell.voters);
  const prepared = margins.map((margin, at) => prepare(cells, margin, at));
  const weights = new Float64Array(cells.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const before = weights.slice();
    for (const { places, targets } of prepared) {
      const sums = new Float64Array(targets.length);
      for (let cell = 0; cell < places.length; cell++) {
        const place = places[cell] ?? 0;
        sums[place] = (sums[place] ?? 0) + (voters[cell] ?? 0) * (weights[cell] ?? 0);
      }
      for (let cell = 0; cell < places.length; cell++) {
        const place = places[cell] ?? 0;
        weights[cell] = ((weights[cell] ?? 0) * (targets[place] ?? 0)) / (sums[place] || 1);
      }
    }
    trimInPlace(voters, weights, trim);
    if (weights.every((weight, cell) => Math.abs(weight - (before[cell] ?? 0)) < PRECISION)) break;
  }
  return [...weights];
}

/** The category of each cell in a margin, and the number of voters each category should have. */
function prepare(cells: readonly Cell[], margin: Margin, at: number) {
  const present = new Map<string, number>();
  for (const { voters, categories } of cells) {
    const category = categories[at] ?? "";
    present.set(category, (present.get(category) ?? 0) + voters);
  }
  const names = [...present.keys()];
  const placeOf = new Map(names.map((name, place) => [name, place]));
  const known = names.filter((name) => margin.has(name));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const knownVoters = sum(known.map((name) => present.get(name) ?? 0));
  const knownShare = sum(known.map((name) => margin.get(name) ?? 0));
  return {
    places: Int32Array.from(cells, ({ categories }) => placeOf.get(categories[at] ?? "") ?? 0),
    targets: names.map((name) => {
      const share = margin.get(name);
      return share === undefined ? (present.get(name) ?? 0) : (share / knownShare) * knownVoters;
    }),
  };
}

/** Trims weights to the bounds, scaled so that their mean over all voters is 1. */
function trimInPlace(voters: Float64Array, weights: Float64Array, { least, most }: typeof WEIGHTS) {
  const total = voters.reduce((sum, count) => sum + count, 0);
  const meanAt = (scale: number) => {
    let sum = 0;
    for (let cell = 0; cell < weights.length; cell++) {
      const weight = Math.min(Math.max((weights[cell] ?? 0) * scale, least), most);
      sum += (voters[cell] ?? 0) * weight;
    }
    return sum / total;
  };
  let [low, high] = [0, 1];
  // Raked weights already have this mean, and are rarely out of bounds.
  if (Math.abs(meanAt(1) - 1) > PRECISION) {
    while (meanAt(high) < 1 && high < HIGHEST_SCALE) high *= 2;
    for (let round = 0; round < HALVINGS; round++) {
      const middle = (low + high) / 2;
      if (meanAt(middle) < 1) low = middle;
      else high = middle;
    }
  }
  for (let cell = 0; cell < weights.length; cell++) {
    weights[cell] = Math.min(Math.max((weights[cell] ?? 0) * high, least), most);
  }
}

/** How many voters of equal weight would be as informative (Kish, Survey Sampling, 1965). */
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
