import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Cohort } from "#server/statistics/joined-groups.ts";
import { peopleOf, takeLook } from "./look.ts";
import { readPopulation } from "./population.ts";

const population = readPopulation();
const secret = Buffer.from("a survey's secret");

const cohort = (gender: string, age: string, province: string, ...counts: number[]): Cohort => ({
  ...{ gender, age, province, counts },
  region: province === "34" ? "TR1" : "TR5",
});
const look = (cohorts: Cohort[]) => {
  const trust = { votes: 0, verified: 0, week_old: 0, month_old: 0 };
  return takeLook({ cohorts, unknown: [], trust }, { optionIds: [1, 2], secret }, population);
};
const groupOf = ({ groups }: ReturnType<typeof takeLook>, key: string) =>
  groups.find((group) => group.key === key);

describe("a look at who voted how", () => {
  it("draws noise by who is in a group, whatever they chose and in any order (R411)", () => {
    const one = [cohort("women", "18-24", "34", 40, 20), cohort("man", "18-24", "6", 0, 60)];
    const other = [cohort("man", "18-24", "6", 60, 0), cohort("women", "18-24", "34", 1, 59)];
    assert.equal(peopleOf(one), peopleOf(other));
    const more = [cohort("women", "18-24", "34", 41, 20), cohort("man", "18-24", "6", 0, 60)];
    assert.notEqual(peopleOf(one), peopleOf(more));
  });

  it("shows the same people alike in each table (R411)", () => {
    const shown = look([
      cohort("women", "18-24", "34", 40, 20),
      cohort("man", "25-34", "6", 35, 35),
    ]);
    const women = groupOf(shown, "women");
    for (const key of ["0-17,18-24", "TR1", "34"]) {
      assert.deepEqual(groupOf(shown, key)?.shares, women?.shares);
    }
  });

  it("weights only those who are like the country's adults (R414)", () => {
    const young = look([cohort("women", "18-24", "34", 150, 150)]);
    assert.equal(young.weighted.values, null);
    assert.deepEqual(young.weighted.missing.find(({ category }) => category === "65+")?.here, 0);
    const [genders, ages, regions] = population.margins.map((margin) => [...margin]);
    const provinceOf: Record<string, string> = { TR1: "34", TR5: "6" };
    const alike = (genders ?? []).flatMap(([gender, a]) =>
      (ages ?? []).flatMap(([age, b]) =>
        (regions ?? []).map(([region, c]) => ({
          ...{ gender, age, region, province: provinceOf[region] ?? region },
          counts: [30_000 * a * b * c, 10_000 * a * b * c].map(Math.round),
        })),
      ),
    );
    const values = look(alike).weighted.values ?? [];
    assert.ok(Math.abs((values[0] ?? 0) - 75) <= 1, `${values}`);
  });
});
