import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { AGE_BANDS, CROSSED, GROUP_VOTERS, JOINED } from "#contract/shapes/groups.ts";
import { type Cohort, joinGroups, votersOf } from "./joined-groups.ts";

const UNIVERSE = {
  genders: ["women", "man", "other"],
  ages: AGE_BANDS,
  regions: [
    { name: "TR1", provinces: ["34"] },
    { name: "TR5", provinces: ["6", "42", "70"] },
    { name: "TR9", provinces: ["8", "61"] },
    { name: "none", provinces: [] },
  ],
};
const PLACES = UNIVERSE.regions.flatMap(({ name, provinces }) =>
  provinces.length === 0 ? [[name, "none"]] : provinces.map((province) => [name, province]),
);

const cohort = (gender: string, age: string, province: string, ...counts: number[]): Cohort => ({
  ...{ gender, age, province, counts },
  region: PLACES.find(([, name]) => name === province)?.[0] ?? "",
});
const keysOf = (cohorts: readonly Cohort[]) => joinGroups(cohorts, UNIVERSE).map(({ key }) => key);

const anyCohort = fc.record({
  gender: fc.constantFrom(...UNIVERSE.genders),
  age: fc.constantFrom(...AGE_BANDS),
  province: fc.constantFrom(...PLACES.map(([, province = ""]) => province)),
  counts: fc.tuple(fc.nat(60), fc.nat(60)),
});

describe("groups", () => {
  it("of every table have all voters, each group at least the minimum (R410)", () => {
    fc.assert(
      fc.property(fc.array(anyCohort, { minLength: 1, maxLength: 60 }), (rows) => {
        const cohorts = rows.map(({ gender, age, province, counts }) =>
          cohort(gender, age, province, ...counts),
        );
        const groups = joinGroups(cohorts, UNIVERSE);
        for (const { key, members } of groups) {
          const least = key.includes(CROSSED) ? GROUP_VOTERS.two : GROUP_VOTERS.one;
          assert.ok(votersOf(members) >= least, key);
        }
        const whole = votersOf(cohorts);
        const regions = UNIVERSE.regions.map(({ name }) => name);
        const ages: readonly string[] = AGE_BANDS;
        for (const names of [UNIVERSE.genders, ages, regions]) {
          const table = groups.filter(
            ({ key }) => !key.includes(CROSSED) && names.includes(key.split(JOINED)[0] ?? ""),
          );
          const shown = table.reduce((sum, { members }) => sum + votersOf(members), 0);
          assert.ok(shown === 0 || shown === whole, `${names}: ${shown} of ${whole}`);
        }
        const rowsOf = Map.groupBy(
          groups.filter(({ key }) => key.includes(CROSSED)),
          ({ key }) => key.split(CROSSED)[0] ?? "",
        );
        for (const [row, parts] of rowsOf) {
          const total = votersOf(groups.find(({ key }) => key === row)?.members ?? []);
          const byAge = parts.filter(({ key }) => AGE_BANDS.some((age) => key.includes(`|${age}`)));
          const byRegion = parts.filter((part) => !byAge.includes(part));
          for (const table of [byAge, byRegion]) {
            const shown = table.reduce((sum, { members }) => sum + votersOf(members), 0);
            assert.ok(shown === 0 || shown === total, `${row}: ${shown} of ${total}`);
          }
        }
      }),
    );
  });

  it("that are too small join their neighbour or the smallest other one (R410)", () => {
    const cohorts = [
      cohort("women", "18-24", "34", 60),
      cohort("man", "25-34", "6", 30, 25),
      cohort("other", "65+", "61", 4),
      cohort("man", "55-64", "42", 20, 10),
    ];
    const keys = keysOf(cohorts).filter((key) => !key.includes(CROSSED));
    assert.deepEqual(keys, [
      "women,other",
      "man",
      "0-17,18-24",
      "25-34,35-44,45-54,55-64,65+",
      "TR1,TR9,none",
      "TR5",
      "34",
      "6,42,70",
    ]);
  });

  it("are none where one man stands among many women (R410)", () => {
    const cohorts = [cohort("women", "25-34", "34", 100, 99), cohort("man", "25-34", "34", 1, 0)];
    // The province is everybody too, and shows what the plain result shows.
    assert.deepEqual(keysOf(cohorts), ["34"]);
  });

  it("join by numbers of voters alone, whatever these chose (R410)", () => {
    fc.assert(
      fc.property(fc.array(anyCohort, { minLength: 1, maxLength: 30 }), (rows) => {
        const [one, other] = [false, true].map((isFlipped) =>
          keysOf(
            rows.map(({ gender, age, province, counts: [a, b] }) =>
              cohort(gender, age, province, ...(isFlipped ? [b, a] : [a, b])),
            ),
          ),
        );
        assert.deepEqual(one, other);
      }),
    );
  });
});
