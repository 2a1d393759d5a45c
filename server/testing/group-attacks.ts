import { CROSSED, JOINED, shareStep } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import { type Look, takeLook } from "#server/features/report/look.ts";
import { readPopulation } from "#server/features/report/population.ts";
import type { Cohort } from "#server/statistics/joined-groups.ts";
import { NOISE_DRAWS, roughShares } from "#server/statistics/noise.ts";
import type { Random } from "#testing/random.ts";

/** A vote for one of two options, with its voter's attributes. */
export interface Ballot {
  gender: string;
  age: string;
  region: string;
  province: string;
  option: 0 | 1;
}

const GENDERS = ["women", "women", "women", "women", "man", "man", "man", "man", "man", "other"];
const regionOf = new Map(
  REGIONS.flatMap(({ code, provinces }) => provinces.map((province) => [province, code])),
);
/** Large provinces first. */
const PROVINCES = [34, 6, 35, 16, 7, 42, 1, 63, 27, 33, 21, 55, 44, 61, 25, 69, 10, 38, 22, 12];

/** Returns somebody of the country: small genders, ages and provinces are rare. */
export function somebody(random: Random, option: 0 | 1): Ballot {
  const province = random.pickSteep(PROVINCES, 2);
  const age = random.pickSteep(["25-34", "18-24", "35-44", "45-54", "55-64", "65+", "0-17"], 1.5);
  return {
    ...{ gender: random.pick(GENDERS), age, option },
    ...{ region: regionOf.get(province) ?? "", province: `${province}` },
  };
}

const population = readPopulation();
const LOOKS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** Returns every look at a survey whose ballots came in this order, with the number of ballots. */
export function allLooks(ballots: readonly Ballot[], secret: Uint8Array) {
  const taken: { votes: number; look: Look }[] = [];
  for (const votes of [...LOOKS.filter((look) => look < ballots.length), ballots.length]) {
    const trust = { votes, verified: 0, week_old: 0, month_old: 0 };
    const cohorts = { cohorts: toCohorts(ballots.slice(0, votes)), trust };
    taken.push({ votes, look: takeLook(cohorts, { optionIds: [1, 2], secret }, population) });
  }
  return taken;
}

function toCohorts(ballots: readonly Ballot[]): Cohort[] {
  const cohorts = new Map<string, Cohort & { counts: number[] }>();
  for (const { option, ...person } of ballots) {
    const key = Object.values(person).join();
    const cohort = cohorts.get(key) ?? { ...person, counts: [0, 0] };
    cohort.counts[option] = (cohort.counts[option] ?? 0) + 1;
    cohorts.set(key, cohort);
  }
  return [...cohorts.values()];
}

/**
 * Whether everything that was shown speaks for the ballots `one` rather than for `other`, which are
 * of the same people in the same order: above 0 for `one`, below for `other`, 0 if it says nothing.
 * This is the best that anybody can do who knows all votes but those in which the two differ, and
 * does not know the plain result: own accounts, however many, tell less.
 */
export function likelier(
  looks: ReturnType<typeof allLooks>,
  one: readonly Ballot[],
  other: readonly Ballot[],
): number {
  const read = new Set<string>();
  let evidence = 0;
  for (const { votes, look } of looks) {
    for (const { key, shares } of look.groups) {
      const isMember = membership(key);
      const places = [...one.keys()].filter((i) => i < votes && isMember(one[i] as Ballot));
      // The same people read the same in each table.
      const people = places.join();
      if (read.has(people)) continue;
      read.add(people);
      const [a, b] = [one, other].map(
        (ballots) => places.filter((i) => ballots[i]?.option === 0).length,
      ) as [number, number];
      if (a === b) continue;
      const chance = (count: number) =>
        chances(count, places.length).get(shares[0] ?? 0) ?? Number.MIN_VALUE;
      evidence += Math.log(chance(a)) - Math.log(chance(b));
    }
  }
  return evidence;
}

/** Whether a ballot is in the group with this key. */
function membership(key: string): (ballot: Ballot) => boolean {
  const parts = key.split(CROSSED).map((part) => new Set(part.split(JOINED)));
  return ({ gender, age, region, province }) =>
    parts.every((names) => [gender, age, region, province].some((name) => names.has(name)));
}

const noise = NOISE_DRAWS.flatMap((draws, size): [number, number][] => {
  const chance = draws / 2 ** 16;
  return size === 0 ? [[0, chance]] : [size, -size].map((signed) => [signed, chance / 2]);
});
const known = new Map<string, Map<number, number>>();

/** How likely each share of the first option is, for its votes in a group of so many voters. */
export function chances(votes: number, voters: number): Map<number, number> {
  const key = `${votes} ${voters}`;
  const computed = known.get(key);
  if (computed) return computed;
  const result = new Map<number, number>();
  for (const [first, chance] of noise) {
    for (const [second, other] of noise) {
      const noisy = [votes + first, voters - votes + second];
      const [share = 0] = roughShares(noisy, shareStep(voters));
      result.set(share, (result.get(share) ?? 0) + chance * other);
    }
  }
  known.set(key, result);
  return result;
}
