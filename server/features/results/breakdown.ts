import { AGE_BANDS, LEAST_EFFECTIVE, NO_PLACE } from "#contract/groups.ts";
import { Gender } from "#contract/people.ts";
import { percentages } from "#contract/percentages.ts";
import { REGIONS } from "#contract/regions.ts";
import { effectiveSize, rake } from "#server/statistics/raking.ts";
import {
  type GroupKey,
  groupsToShow,
  keyOf,
  type Universe,
} from "#server/statistics/suppression.ts";
import type { Cohort, Cohorts } from "./cohorts.reads.ts";
import type { Margins } from "./population.ts";

/** What is shown of who voted how, from one look to the next. */
export interface Breakdown {
  votes: number;
  /** By group: its votes for each option, in the options' order. */
  groups: Record<GroupKey, number[]>;
  weighted: { effective: number; values: number[] | null };
  trust: { verified: number; week_old: number; month_old: number };
}

const UNIVERSE: Universe = {
  genders: Gender.options,
  ages: AGE_BANDS,
  regions: [
    ...REGIONS.map(({ code, provinces }) => ({ name: code, provinces: provinces.map(String) })),
    // Of one name, its region and its province would be one group under two keys.
    { name: NO_PLACE, provinces: [] },
  ],
};

/**
 * What a look at these cohorts shows: the groups that may move, with their present numbers, and of all
 * others what was shown before (R296).
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
  const percentOf = (votes: number) => Math.round((votes * 100) / Math.max(1, trust.votes));
  return {
    votes: cohorts.reduce((total, { counts }) => total + sum(counts), 0),
    groups,
    weighted: weigh(cohorts, population),
    trust: {
      verified: percentOf(trust.verified),
      week_old: percentOf(trust.week_old),
      month_old: percentOf(trust.month_old),
    },
  };
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

function weigh(cohorts: readonly Cohort[], { margins }: Margins): Breakdown["weighted"] {
  const cells = cohorts.map(({ gender, age, province, counts }) => ({
    voters: sum(counts),
    categories: [gender, age, province],
  }));
  const weights = rake(cells, margins);
  const effective = Math.floor(effectiveSize(cells, weights));
  if (effective < LEAST_EFFECTIVE) {
    // Rough, since with few voters it would tell of each.
    return { effective: Math.floor(effective / 10) * 10, values: null };
  }
  const totals = cohorts[0]?.counts.map((_, option) =>
    cohorts.reduce((total, { counts }, i) => total + (counts[option] ?? 0) * (weights[i] ?? 0), 0),
  );
  return { effective, values: percentages(totals ?? []) };
}
