import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Random } from "#testing/random.ts";
import { roughShare, weigh } from "./breakdown.ts";
import { readPopulation } from "./population.ts";

const population = readPopulation();
const GENDERS = ["man", "women", "other"];

/** The figures of young people of one city, of whom only the genders are hidden. */
const figuresOf = (...counts: readonly (readonly number[])[]) => {
  const cohorts = counts.map((votes, i) => ({
    ...{ gender: GENDERS[i] ?? "", age: "25-34", region: "TR1", province: "34" },
    counts: [...votes],
  }));
  return weigh(
    cohorts.filter((cohort) => cohort.counts.some((count) => count > 0)),
    population,
  );
};

describe("a look at who voted how", () => {
  it("has weighted figures that fit several sizes of a small group, except by rare chance (R297)", () => {
    const random = new Random(1);
    const split = (voters: number) => {
      const first = random.int(voters + 1);
      return [first, voters - first] as const;
    };
    let single = 0;
    for (let run = 0; run < 200; run++) {
      const man = split(60 + random.int(340));
      const [women, other] = [split(50 + random.int(100)), split(random.int(10))];
      const told = JSON.stringify(figuresOf(man, women, other));
      // The votes of men and of all are shown.
      const hidden = [women[0] + other[0], women[1] + other[1]] as const;
      const sizes = new Set<number>();
      for (let a = 0; a <= Math.min(hidden[0], 12); a++) {
        for (let b = 0; b <= Math.min(hidden[1], 12); b++) {
          const figures = figuresOf(man, [hidden[0] - a, hidden[1] - b], [a, b]);
          if (JSON.stringify(figures) === told) sizes.add(a + b);
        }
      }
      if (sizes.size === 1) single++;
    }
    // The exact effective number alone would reveal 130 of them; rounded to tens, 8.
    assert.ok(single <= 3, `${single} of 200 small groups are told`);
  });

  it("has shares of trust that do not distinguish one voter from a few others (R298)", () => {
    for (const votes of [10, 11, 19, 20, 37, 99, 100, 250, 999, 1000, 4321]) {
      const fitting = new Map<number, number>();
      for (let verified = 0; verified <= votes; verified++) {
        const share = roughShare(verified / votes, votes);
        assert.ok(Math.abs((share * votes) / 100 - verified) <= Math.max(votes / 100, 10));
        fitting.set(share, (fitting.get(share) ?? 0) + 1);
      }
      assert.ok(Math.min(...fitting.values()) >= 5, `of ${votes}: ${[...fitting]}`);
    }
    assert.equal(roughShare(4821 / 5000, 5000), 96);
  });
});
