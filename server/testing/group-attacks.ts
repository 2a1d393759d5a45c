import { AGE_BANDS, CROSSED, JOINED, NOISE_VARIANCE, shareStep } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import { type Look, takeLook } from "#server/features/report/look.ts";
import { readPopulation } from "#server/features/report/population.ts";
import { weigh } from "#server/features/report/weigh.ts";
import { type Cohort, votersOf } from "#server/statistics/joined-groups.ts";
import { NOISE_DRAWS, roughShares } from "#server/statistics/noise.ts";
import { rake } from "#server/statistics/raking.ts";
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

/** Returns an adult like the country's: with enough of them the weighted view is shown. */
export function countryman(random: Random, option: 0 | 1): Ballot {
  const province = random.pick(PROVINCES);
  return {
    ...{ gender: random.pick(["women", "man"]), age: random.pick(AGE_BANDS.slice(1)), option },
    ...{ region: regionOf.get(province) ?? "", province: `${province}` },
  };
}

const population = readPopulation();
const LOOKS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** Returns every look at a survey whose ballots came in this order. */
export function allLooks(ballots: readonly Ballot[], secret: Uint8Array): Look[] {
  return cohortsAt(ballots).map((cohorts) => {
    const votes = votersOf(cohorts);
    const trust = { votes, verified: 0, week_old: 0, month_old: 0 };
    return takeLook({ cohorts, unknown: [], trust }, { optionIds: [1, 2], secret }, population);
  });
}

const counted = new WeakMap<readonly Ballot[], Cohort[][]>();

/** Returns the cohorts of the ballots at each look. */
function cohortsAt(ballots: readonly Ballot[]): Cohort[][] {
  const known = counted.get(ballots) ?? countCohorts(ballots, looksAt(ballots));
  counted.set(ballots, known);
  return known;
}

const looksAt = ({ length }: readonly Ballot[]) => [
  ...LOOKS.filter((look) => look < length),
  length,
];

/** Returns the cohorts of the first ballots for each of these numbers, which increase. */
function countCohorts(ballots: readonly Ballot[], numbers: readonly number[]): Cohort[][] {
  const cohorts = new Map<string, Cohort & { counts: [number, number] }>();
  let place = 0;
  return numbers.map((number) => {
    for (; place < number; place++) {
      const ballot = ballots[place] as Ballot;
      const { gender, age, region, province } = ballot;
      const key = `${gender} ${age} ${province}`;
      const cohort = cohorts.get(key) ?? { gender, age, region, province, counts: [0, 0] };
      if (cohort.counts[0] + cohort.counts[1] === 0) cohorts.set(key, cohort);
      cohort.counts[ballot.option]++;
    }
    return [...cohorts.values()].map((cohort) => ({ ...cohort, counts: [...cohort.counts] }));
  });
}

/**
 * Whether everything that was shown speaks for the ballots `one` rather than for `other`, which are
 * of the same people in the same order: above 0 for `one`, below for `other`, 0 if it says nothing.
 * This is the best that anybody can do who knows all votes but those in which the two differ, and
 * does not know the plain result: own accounts, however many, tell less.
 */
export function likelier(
  looks: readonly Look[],
  one: readonly Ballot[],
  other: readonly Ballot[],
): number {
  const [ofOne, ofOther] = [cohortsAt(one), cohortsAt(other)];
  const read = new Set<string>();
  let evidence = 0;
  for (const [at, look] of looks.entries()) {
    // Of the same people, so that both have the same cohorts in the same places.
    const [cohorts, others] = [ofOne[at] ?? [], ofOther[at] ?? []];
    const firstOf = (all: readonly Cohort[], place: number) => all[place]?.counts[0] ?? 0;
    const differing = cohorts.filter((_, i) => firstOf(cohorts, i) !== firstOf(others, i));
    for (const { key, voters, shares } of look.groups) {
      const isMember = membership(key);
      // What shows the same for both says nothing.
      if (!differing.some(isMember)) continue;
      let [a, b, people] = [0, 0, ""];
      for (const [place, cohort] of cohorts.entries()) {
        if (!isMember(cohort)) continue;
        a += firstOf(cohorts, place);
        b += firstOf(others, place);
        people += `${place} ${votersOf([cohort])},`;
      }
      // The same people read the same in each table.
      if (a === b || read.has(people)) continue;
      read.add(people);
      const chance = (count: number) => chances(count, voters)[shares[0] ?? 0] || Number.MIN_VALUE;
      evidence += Math.log(chance(a)) - Math.log(chance(b));
    }
    evidence += weightedEvidence(look, cohorts.filter(isAdult), others.filter(isAdult));
  }
  return evidence;
}

/**
 * The same by "Türkiye'ye göre". The noise of its classes adds up to nearly a normal distribution;
 * a class that is also a shown group has the noise of that group, which this leaves out.
 */
function weightedEvidence(
  { weighted }: Look,
  cohorts: readonly Cohort[],
  others: readonly Cohort[],
): number {
  const shown = weighted.values?.[0];
  if (shown === undefined) return 0;
  const cells = cohorts.map((cohort) => ({
    voters: votersOf([cohort]),
    categories: [cohort.gender, cohort.age, cohort.region],
  }));
  const weights = rake(cells, population.margins);
  const placeOf = new Map(cohorts.map((cohort, place) => [cohort, place]));
  const classes: { places: number[]; weight: number }[] = [];
  const noteClass = ({ members }: { members: readonly Cohort[] }) => {
    const places = members.map((cohort) => placeOf.get(cohort) ?? 0);
    const sum = places.reduce((all, i) => all + (cells[i]?.voters ?? 0) * (weights[i] ?? 0), 0);
    classes.push({ places, weight: sum / votersOf(members) });
    return [1, 1];
  };
  weigh(cohorts, noteClass, population);
  const chanceFor = (all: readonly Cohort[]) => {
    const [first = 0, second = 0] = [0, 1].map((option) =>
      classes.reduce(
        (sum, { places, weight }) =>
          sum + weight * places.reduce((votes, i) => votes + (all[i]?.counts[option] ?? 0), 0),
        0,
      ),
    );
    const variance = classes.reduce((sum, { weight }) => sum + NOISE_VARIANCE * weight ** 2, 0);
    const deviation = Math.sqrt(variance * (first ** 2 + second ** 2)) / (first + second) ** 2;
    return chanceOfPercent(shown, (100 * first) / (first + second), 100 * deviation);
  };
  return Math.log(chanceFor(cohorts)) - Math.log(chanceFor(others));
}

const isAdult = ({ age }: Cohort) => age !== AGE_BANDS[0];

/** How likely a normal value is rounded to this whole percentage; shares end at 0 and 100. */
function chanceOfPercent(shown: number, mean: number, deviation: number): number {
  const below = (value: number) => normal((value - mean) / deviation);
  const from = shown === 0 ? 0 : below(shown - 0.5);
  const to = shown === 100 ? 1 : below(shown + 0.5);
  return Math.max(to - from, Number.MIN_VALUE);
}

/** The standard normal distribution (Abramowitz and Stegun, 26.2.17; error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const poly =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return z > 0 ? 1 - tail : tail;
}

/** Whether somebody is in the group with this key. */
function membership(key: string): (person: Cohort) => boolean {
  const parts = key.split(CROSSED).map((part) => new Set(part.split(JOINED)));
  return ({ gender, age, region, province }) =>
    parts.every(
      (names) => names.has(gender) || names.has(age) || names.has(region) || names.has(province),
    );
}

const noise = NOISE_DRAWS.flatMap((draws, size): [number, number][] => {
  const chance = draws / 2 ** 16;
  return size === 0 ? [[0, chance]] : [size, -size].map((signed) => [signed, chance / 2]);
});
const MOST_NOISE = NOISE_DRAWS.length - 1;
/** More than the votes of any survey here, with noise. */
const WIDTH = 2100;
/** Shares computed so far, plus 1, by step; places are those of the votes for both options. */
const computed = new Map<number, Uint8Array>();

/** How likely each share of the first option is, for its votes in a group of so many voters. */
export function chances(votes: number, voters: number): Float64Array {
  const step = shareStep(voters);
  const shares = computed.get(step) ?? new Uint8Array(WIDTH ** 2);
  computed.set(step, shares);
  const result = new Float64Array(101);
  for (const [first, chance] of noise) {
    for (const [second, other] of noise) {
      const noisy: [number, number] = [votes + first, voters - votes + second];
      const place = (noisy[0] + MOST_NOISE) * WIDTH + noisy[1] + MOST_NOISE;
      if (!shares[place]) shares[place] = 1 + (roughShares(noisy, step)[0] ?? 0);
      const share = (shares[place] ?? 1) - 1;
      result[share] = (result[share] ?? 0) + chance * other;
    }
  }
  return result;
}
