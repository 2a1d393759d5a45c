import { Gender } from "#contract/endpoints/people.ts";
import { percentages } from "#contract/percentages.ts";
import { AGE_BANDS, LEAST_EFFECTIVE, LEAST_VOTERS, NO_PLACE } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import { effectiveSize, rake } from "#server/statistics/raking.ts";
import {
  type GroupKey,
  groupsToShow,
  keyOf,
  type Universe,
} from "#server/statistics/suppression.ts";
import type { Cohort, Cohorts } from "./cohorts.reads.ts";
import type { Margins } from "./population.ts";

/** What is shown of who voted how, until the next look. */
export interface Breakdown {
  votes: number;
  /** Votes by group, for each option in the options' order. */
  groups: Record<GroupKey, number[]>;
  weighted: { effective: number; values: number[] | null };
  trust: { verified: number; week_old: number; month_old: number };
}

const UNIVERSE: Universe = {
  genders: Gender.options,
  ages: AGE_BANDS,
  regions: [
    ...REGIONS.map(({ code, provinces }) => ({ name: code, provinces: provinces.map(String) })),
    // A province of the same name would make one group under two keys.
    { name: NO_PLACE, provinces: [] },
  ],
};

/**
 * Returns what a look at these cohorts shows: current numbers for the groups that may change, and
 * the earlier ones for all others (R296).
 */
export function takeLook(
  { cohorts, trust }: Cohorts,
  before: Breakdown | undefined,
  population: Margins,
): Breakdown {
  const present = countGroups(cohorts);
  const newVoters = (group: GroupKey) =>
    sum(present.get(group) ?? []) - sum(before?.groups[group] ?? []);
  const groups = { ...before?.groups };
  for (const group of groupsToShow(UNIVERSE, newVoters)) groups[group] = present.get(group) ?? [];
  const votes = cohorts.reduce((total, { counts }) => total + sum(counts), 0);
  const shareOf = (some: number) => roughShare(some / Math.max(1, trust.votes), votes);
  return {
    votes,
    groups,
    weighted: weigh(cohorts, population),
    trust: {
      verified: shareOf(trust.verified),
      week_old: shareOf(trust.week_old),
      month_old: shareOf(trust.month_old),
    },
  };
}

const STEPS = [1, 2, 5, 10, 20, 25, 50];

/** Returns a percentage rounded to steps of at least ten voters, so that it does not reveal one. */
export function roughShare(share: number, voters: number): number {
  const step = STEPS.find((percent) => percent * voters >= 100 * LEAST_VOTERS) ?? 100;
  return Math.round((share * 100) / step) * step;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function countGroups(cohorts: readonly Cohort[]): Map<GroupKey, number[]> {
  const groups = new Map<GroupKey, number[]>();
  for (const { gender, age, region, province, counts } of cohorts) {
    const places = province === NO_PLACE ? [region] : [region, province];
    const own = [gender, age];
    const pairs = own.flatMap((name) => places.map((place) => keyOf(name, place)));
    for (const group of [...own, ...places, keyOf(gender, age), ...pairs]) {
      const totals = groups.get(group);
      groups.set(group, totals ? totals.map((total, i) => total + (counts[i] ?? 0)) : counts);
    }
  }
  return groups;
}

/** Returns the shares that the votes would have if the voters were like the population. */
export function weigh(cohorts: readonly Cohort[], { margins }: Margins): Breakdown["weighted"] {
  const cells = cohorts.map(({ gender, age, province, counts }) => ({
    voters: sum(counts),
    categories: [gender, age, province],
  }));
  const weights = rake(cells, margins);
  // An exact value would nearly always reveal the size of a small group with another weight.
  const effective = roughly(effectiveSize(cells, weights));
  if (effective < LEAST_EFFECTIVE) return { effective, values: null };
  const totals = cohorts[0]?.counts.map((_, option) =>
    cohorts.reduce((total, { counts }, i) => total + (counts[option] ?? 0) * (weights[i] ?? 0), 0),
  );
  return { effective, values: percentages(totals ?? []) };
}

/** Rounds down to 10, 20, 50, 100, 200, 500 …; 0 below 10. */
function roughly(value: number): number {
  if (value < 10) return 0;
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([5, 2].find((times) => times * unit <= value) ?? 1) * unit;
}
