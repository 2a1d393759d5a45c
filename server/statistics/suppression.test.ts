import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { LEAST_VOTERS } from "#contract/shapes/groups.ts";
import { createAttacker } from "#testing/linear-attack.ts";
import { type GroupKey, groupsToShow, keyOf } from "./suppression.ts";

const UNIVERSE = {
  genders: ["man", "women", "other"],
  ages: ["young", "middle", "old"],
  regions: [
    { name: "west", provinces: ["1", "2", "3"] },
    { name: "east", provinces: ["4", "5"] },
    { name: "city", provinces: ["6"] },
    { name: "none", provinces: [] },
  ],
};
const { genders, ages, regions } = UNIVERSE;
const cells = genders.flatMap((gender) =>
  ages.flatMap((age) =>
    regions.flatMap(({ name, provinces }) =>
      provinces.length === 0
        ? [groupsOf(gender, age, [name])]
        : provinces.map((province) => groupsOf(gender, age, [name, province])),
    ),
  ),
);
/** The indexes of the cells in each group. */
const placesOf = new Map<GroupKey, number[]>();
cells.forEach((groups, place) => {
  for (const group of groups) placesOf.set(group, [...(placesOf.get(group) ?? []), place]);
});

function groupsOf(gender: string, age: string, places: readonly string[]): GroupKey[] {
  const pairs = [gender, age].flatMap((name) => places.map((place) => keyOf(name, place)));
  return [gender, age, ...places, keyOf(gender, age), ...pairs];
}

/** Votes in their order, as indexes of cells; some cells get most of them, many none. */
const votes = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 6 }), { minLength: cells.length, maxLength: cells.length }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
      minLength: 20,
      maxLength: 400,
    }),
  )
  .map(([weights, draws]) => {
    const steep = weights.map((weight) => (weight < 3 ? 0 : 4 ** weight));
    const sum = Math.max(
      1,
      steep.reduce((a, b) => a + b, 0),
    );
    return draws.map((draw) => {
      let left = draw * sum;
      const place = steep.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      return Math.max(0, place);
    });
  });

const sumOf = (counts: readonly number[], group: GroupKey) =>
  (placesOf.get(group) ?? []).reduce((sum, place) => sum + (counts[place] ?? 0), 0);

/** Looks after each of `pauses` votes: what every cell gained since, and what was shown. */
function look(list: readonly number[], pauses: readonly number[]) {
  const counts = cells.map(() => 0);
  const lastShown = new Map<GroupKey, number>();
  const looks: { arrived: number[]; shown: Set<GroupKey> }[] = [];
  let at = 0;
  for (const pause of pauses) {
    const arrived = cells.map(() => 0);
    for (const place of list.slice(at, at + pause)) {
      arrived[place] = (arrived[place] ?? 0) + 1;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    at += pause;
    const shown = groupsToShow(
      UNIVERSE,
      (group) => sumOf(counts, group) - (lastShown.get(group) ?? 0),
    );
    for (const group of shown) lastShown.set(group, sumOf(counts, group));
    looks.push({ arrived, shown });
  }
  return looks;
}

/** A cell's groups that were shown at any look. */
const marks = (looks: ReturnType<typeof look>, place: number) =>
  `cells of ${[...placesOf.keys()]
    .filter((group) => placesOf.get(group)?.includes(place))
    .filter((group) => looks.some(({ shown }) => shown.has(group)))}`;

/** What each group gained from one look to another, where that can be computed. */
function* recovered(looks: ReturnType<typeof look>) {
  const attacker = createAttacker(cells.length * looks.length);
  const between = (from: number, to: number, places: readonly number[]) =>
    looks
      .slice(from, to)
      .flatMap((_, i) => places.map((place) => (from + i) * cells.length + place));
  const everywhere = [...cells.keys()];
  looks.forEach(({ shown }, i) => {
    attacker.learn(between(i, i + 1, everywhere));
    for (const group of shown) attacker.learn(between(0, i + 1, placesOf.get(group) ?? []));
  });
  const single = everywhere.map((place): [string, number[]] => [`cell ${place}`, [place]]);
  const alike = [...Map.groupBy(everywhere, (place) => marks(looks, place))];
  // The sum of all cells is public.
  if (alike.length === 1) alike.pop();
  for (const [group, places] of [...placesOf, ...single, ...alike]) {
    for (let from = 0; from < looks.length; from++) {
      for (let to = from + 1; to <= looks.length; to++) {
        // It may be known that few voters between two looks are not in a group shown at both.
        if (from > 0 && group.startsWith("cells of")) continue;
        if (!attacker.knows(between(from, to, places))) continue;
        const voters = looks
          .slice(from, to)
          .flatMap(({ arrived }) => places.map((place) => arrived[place] ?? 0))
          .reduce((a, b) => a + b, 0);
        yield { group, from, to, voters };
      }
    }
  }
}

describe("what is shown of groups", () => {
  const pauses = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 });
  // `npm run bench:suppression` tries 10,000.
  const runs = Number(process.env.SURVEYS ?? 60);

  it("reveals nobody else, however often it is read (R296)", { timeout: 0 }, () => {
    fc.assert(
      fc.property(votes, pauses, (list, waits) => {
        for (const { group, voters } of recovered(look(list, waits))) {
          assert.ok(voters >= LEAST_VOTERS, `${group}: ${voters} voters`);
        }
      }),
      { numRuns: runs },
    );
  });

  it("is everything where every group is large (R296)", () => {
    const shown = groupsToShow(UNIVERSE, () => LEAST_VOTERS);
    assert.deepEqual(shown, new Set(placesOf.keys()));
  });

  it("is nothing where no group is (R296)", () => {
    assert.equal(groupsToShow(UNIVERSE, () => LEAST_VOTERS - 1).size, 0);
  });

  it("does not reveal a small complement of two shown groups (R296)", () => {
    const counts = new Map([
      ["man", 30],
      ["women", 10],
      ["west", 30],
      ["east", 10],
      ["man|west", 20],
      ["man|east", 10],
      ["women|west", 10],
    ]);
    // Of 40 votes, 30 + 30 - 20 are of men or from the west: none is of neither.
    assert.deepEqual(
      groupsToShow(UNIVERSE, (group) => counts.get(group) ?? 0),
      new Set(["man", "west"]),
    );
    counts.set("women", 25).set("east", 25).set("women|east", 15);
    assert.ok(groupsToShow(UNIVERSE, (group) => counts.get(group) ?? 0).has("man|west"));
  });

  it("shows both large groups beside a small one, in two reads (R296)", () => {
    const counts = new Map([
      ["man", 40],
      ["women", 30],
      ["other", 2],
    ]);
    const first = groupsToShow(UNIVERSE, (group) => counts.get(group) ?? 0);
    assert.deepEqual(first, new Set(["man"]));
    counts.set("man", 8).set("women", 34).set("other", 3);
    assert.deepEqual(
      groupsToShow(UNIVERSE, (group) => counts.get(group) ?? 0),
      new Set(["women"]),
    );
  });
});
