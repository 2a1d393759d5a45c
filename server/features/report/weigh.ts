import { percentages } from "#contract/percentages.ts";
import { AGE_BANDS, CLASS_VOTERS, LEAST_EFFECTIVE } from "#contract/shapes/groups.ts";
import { type Cohort, type JoinedGroup, votersOf } from "#server/statistics/joined-groups.ts";
import { withoutNegatives } from "#server/statistics/noise.ts";
import { effectiveSize, type Margin, rake } from "#server/statistics/raking.ts";
import type { Margins } from "./population.ts";

/** Results as if those who voted were like the country's adults, or who is missing for that. */
export interface Weighted {
  effective: number;
  /** Whole percentages; null where those who voted are too unlike the country. */
  values: number[] | null;
  /** Percentages of adults by category of each margin, where they differ most first. */
  missing: { category: string; here: number; country: number }[];
}

/** In share of the country: how much of it may be seen through fewer than `CLASS_VOTERS`. */
const MOST_UNSEEN = 0.1;
/** How far a margin may be from its target after trimming. */
const MOST_OFF = 0.02;

/**
 * Weights adults by gender, age and region. The weights depend on who voted alone; the votes come
 * in with the noise of classes that are alike and joined until each has `CLASS_VOTERS`.
 */
export function weigh(
  all: readonly Cohort[],
  noisyVotes: (group: JoinedGroup) => number[],
  { margins }: Margins,
): Weighted {
  const cohorts = all.filter(({ age }) => age !== AGE_BANDS[0]);
  const cells = cohorts.map((cohort) => ({
    voters: votersOf([cohort]),
    categories: [cohort.gender, cohort.age, cohort.region],
  }));
  const weights = rake(cells, margins);
  const adults = votersOf(cohorts);
  const shares = (weightOf: (cell: number) => number) =>
    margins.map((_, at) => {
      const sums = new Map<string, number>();
      cells.forEach(({ voters, categories }, cell) => {
        const category = categories[at] ?? "";
        sums.set(category, (sums.get(category) ?? 0) + voters * weightOf(cell));
      });
      return new Map([...sums].map(([name, sum]) => [name, sum / Math.max(1, adults)]));
    });
  const [plain, weighted] = [shares(() => 1), shares((cell) => weights[cell] ?? 0)];
  const effective = roughly(effectiveSize(cells, weights));
  const isShown =
    effective >= LEAST_EFFECTIVE &&
    margins.every((margin, at) => {
      const [here, after] = [plain[at] ?? new Map(), weighted[at] ?? new Map()];
      return isSeen(margin, here, adults) && isMet(margin, after);
    });
  const missing = margins.flatMap((margin, at) =>
    [...margin].map(([category, share]) => ({
      category,
      here: Math.round(100 * (plain[at]?.get(category) ?? 0)),
      country: Math.round(100 * share),
    })),
  );
  missing.sort((a, b) => b.country - b.here - (a.country - a.here));
  const values = isShown ? percentages(weightedVotes(cohorts, weights, noisyVotes)) : null;
  return { effective, values, missing };
}

const isSeen = (margin: Margin, here: Margin, adults: number) => {
  const unseen = [...margin].filter(([name]) => (here.get(name) ?? 0) * adults < CLASS_VOTERS);
  return unseen.reduce((sum, [, share]) => sum + share, 0) <= MOST_UNSEEN;
};

/** Compares shares of those categories alone that the statistics have. */
const isMet = (margin: Margin, after: Margin) => {
  const known = [...margin.keys()].reduce((sum, name) => sum + (after.get(name) ?? 0), 0);
  return [...margin].every(
    ([name, share]) => Math.abs((after.get(name) ?? 0) / (known || 1) - share) <= MOST_OFF,
  );
};

function weightedVotes(
  cohorts: readonly Cohort[],
  weights: readonly number[],
  noisyVotes: (group: JoinedGroup) => number[],
): number[] {
  const weightOf = new Map(cohorts.map((cohort, i) => [cohort, weights[i] ?? 0]));
  const totals: number[] = [];
  for (const members of toClasses(cohorts)) {
    const weight = members.reduce(
      (sum, one) => sum + votersOf([one]) * (weightOf.get(one) ?? 0),
      0,
    );
    noisyVotes({ key: "", members }).forEach((votes, option) => {
      totals[option] = (totals[option] ?? 0) + (votes * weight) / votersOf(members);
    });
  }
  return withoutNegatives(totals);
}

/** Classes of one gender, age and region; too small ones join the next. */
function toClasses(cohorts: readonly Cohort[]): Cohort[][] {
  const alike = Map.groupBy(cohorts, ({ gender, age, region }) => `${gender} ${age} ${region}`);
  const classes: Cohort[][] = [];
  let open: Cohort[] = [];
  for (const [, members] of [...alike].sort(([a], [b]) => (a < b ? -1 : 1))) {
    open.push(...members);
    if (votersOf(open) < CLASS_VOTERS) continue;
    classes.push(open);
    open = [];
  }
  classes.at(-1)?.push(...open);
  return classes;
}

/** Rounds down to 10, 20, 50, 100, 200, 500 …; 0 below 10. */
function roughly(value: number): number {
  if (value < 10) return 0;
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([5, 2].find((times) => times * unit <= value) ?? 1) * unit;
}
