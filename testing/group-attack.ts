import { Gender } from "#contract/endpoints/people.ts";
import { AGE_BANDS, LEAST_VOTERS, NO_PLACE } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import { createAttacker } from "./linear-attack.ts";

/** A voter's characteristics at the time of the vote. */
export interface Cell {
  gender: string;
  age: string;
  /** A plate code, or `NO_PLACE`. */
  province: string;
}

/** A published count: of the first `votes` votes, those of a group, or all where it has no name. */
export interface Told {
  group: string | undefined;
  votes: number;
}

/** An unpublished count that can be computed: a group's votes between two points in their order. */
export interface Recovered {
  group: string;
  from: number;
  to: number;
  voters: number;
}

const nameOf = ({ gender, age, province }: Cell) => `${gender}, ${age}, ${province}`;
const regionOf = new Map(
  REGIONS.flatMap(({ code, provinces }) => provinces.map((province) => [`${province}`, code])),
);

/** Returns the person's groups that a report can show. */
export function groupsOf({ gender, age, province }: Cell): string[] {
  const region = regionOf.get(province);
  const places = region === undefined ? [NO_PLACE] : [region, province];
  const pairs = [gender, age].flatMap((name) => places.map((place) => `${name}|${place}`));
  return [gender, age, ...places, `${gender}|${age}`, ...pairs];
}

const CELLS: readonly Cell[] = Gender.options.flatMap((gender) =>
  AGE_BANDS.flatMap((age) =>
    [...regionOf.keys(), NO_PLACE].map((province) => ({ gender, age, province })),
  ),
);
const placeOf = new Map(CELLS.map((cell, place) => [nameOf(cell), place]));
/** The indexes of each group's cells. */
const GROUPS = new Map<string, number[]>();
CELLS.forEach((cell, place) => {
  for (const group of groupsOf(cell)) {
    const places = GROUPS.get(group) ?? [];
    places.push(place);
    GROUPS.set(group, places);
  }
});

/**
 * Yields everything about fewer than ten voters that an attacker can compute by solving the linear
 * system of all that was `told`: about groups, at any time and between any two times, and about cells
 * that the shown groups do not distinguish, since the first vote. `voters` are in the order of their
 * votes.
 */
export function* recover(voters: readonly Cell[], told: readonly Told[]): Generator<Recovered> {
  const moments = [...new Set([0, ...told.map(({ votes }) => votes)])].sort((a, b) => a - b);
  const spans = moments.length - 1;
  const { classOf, classes } = toClasses(new Set(told.map(({ group }) => group)));
  const attacker = createAttacker(spans * classes.length);
  const sum = (from: number, to: number, parts: Iterable<number>) => {
    const places: number[] = [];
    for (const part of parts) {
      for (let span = from; span < to; span++) places.push(span * classes.length + part);
    }
    return places;
  };
  const partsOf = (group: string | undefined) =>
    group === undefined
      ? classes.keys()
      : new Set((GROUPS.get(group) ?? []).map((place) => classOf[place] ?? 0));
  const learnt = new Set<string>();
  for (const { group, votes } of told) {
    const key = `${group} ${votes}`;
    if (!learnt.has(key)) attacker.learn(sum(0, moments.indexOf(votes), partsOf(group)));
    learnt.add(key);
  }
  const voterClasses = voters.map((voter) => classOf[placeOf.get(nameOf(voter)) ?? -1]);
  for (const [group, parts] of targets(classOf, classes)) {
    for (let from = 0; from < spans; from++) {
      for (let to = from + 1; to <= spans; to++) {
        const count = voterClasses
          .slice(moments[from], moments[to])
          .filter((part) => part !== undefined && parts.has(part)).length;
        // Between two looks, few voters may be shown not to be in a group that changed at both.
        if (from > 0 && !GROUPS.has(group)) continue;
        if (count >= LEAST_VOTERS || !attacker.knows(sum(from, to, parts))) continue;
        yield { group, from: moments[from] ?? 0, to: moments[to] ?? 0, voters: count };
      }
    }
  }
}

/** Cells in the same shown groups are one unknown: no published sum distinguishes them. */
function toClasses(groups: Set<string | undefined>) {
  const marks = CELLS.map(() => "");
  for (const group of groups) {
    if (group === undefined) continue;
    for (const place of GROUPS.get(group) ?? []) marks[place] += `${group} `;
  }
  const names = new Map([...new Set(marks)].map((mark, i) => [mark, i]));
  const classOf = marks.map((mark) => names.get(mark) ?? 0);
  const classes: number[] = Array.from({ length: names.size }, () => 0);
  for (const part of classOf) classes[part] = (classes[part] ?? 0) + 1;
  return { classOf, classes };
}

/** All sums that could be computed, as sets of classes; one that needs a part of a class cannot. */
function* targets(
  classOf: readonly number[],
  classes: readonly number[],
): Generator<[string, Set<number>]> {
  for (const [group, places] of GROUPS) {
    const parts = new Set(places.map((place) => classOf[place] ?? 0));
    const size = [...parts].reduce((sum, part) => sum + (classes[part] ?? 0), 0);
    if (size === places.length) yield [group, parts];
  }
  // The sum of all cells is published.
  if (classes.length === 1) return;
  for (const part of classes.keys()) yield [`cells told of alike (${part})`, new Set([part])];
}
