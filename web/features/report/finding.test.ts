import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Report } from "#contract/endpoints/report.ts";
import { percentages } from "#contract/percentages.ts";
import { NOISE_VARIANCE, shareStep } from "#contract/shapes/groups.ts";
import { byHolm, differenceOf, findingOf, twoSided, withSuffix } from "./finding.ts";

type Groups = NonNullable<Report["breakdown"]>["groups"];

const group = (key: string, voters: number, shares: number[]) => ({
  ...{ key, voters, shares, step: shareStep(voters) },
});

const report = (results: number[], groups: Groups): Report => ({
  options: results.map((_, i) => ({
    id: i + 1,
    content: i === 0 ? "Çay" : `Şık ${i}`,
    color: "red",
  })),
  results: results.map((count) => ({ count, value: "" })),
  breakdown: {
    taken_at: "2026-01-01T00:00:00.000Z",
    votes: 0,
    groups,
    weighted: { effective: 0, values: null, missing: [], sources: [] },
    trust: { verified: "few", week_old: "few", month_old: "few" },
  },
  timeline: [],
  burst: null,
  burst_checked: false,
  origins: null,
});

/** Returns numbers from 0 to 1 that repeat for the same seed (Park and Miller, CACM 31, 1988). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A normal value, by the sum of twelve uniform ones. */
const normal = (share: () => number) =>
  Array.from({ length: 12 }, share).reduce((sum, value) => sum + value) - 6;

/** A group as it is shown, whose voters choose each option with these chances. */
function drawn(share: () => number, key: string, voters: number, chances: readonly number[]) {
  const counts = chances.map(() => 0);
  for (let voter = 0; voter < voters; voter++) {
    let draw = share();
    const option = chances.findIndex((chance) => {
      draw -= chance;
      return draw < 0;
    });
    const at = option === -1 ? chances.length - 1 : option;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const noisy = counts.map((count) =>
    Math.max(0, count + Math.round(Math.sqrt(NOISE_VARIANCE) * normal(share))),
  );
  const step = shareStep(voters);
  return group(
    key,
    voters,
    percentages(noisy, 100 / step).map((parts) => parts * step),
  );
}

describe("what results show, in a sentence", () => {
  it("is the largest difference between two groups that chance would not make (R303)", () => {
    const both = report(
      [150, 150],
      [group("women", 1200, [62, 38]), group("man,other", 1100, [38, 62])],
    );
    assert.equal(
      findingOf(both),
      "Oy veren kadınların %62’si, erkeklerin ve diğerlerinin %38’i “Çay” dedi.",
    );
    const ages = report(
      [150, 150],
      [group("0-17,18-24", 1000, [90, 10]), group("55-64,65+", 1000, [20, 80])],
    );
    assert.equal(
      findingOf(ages),
      "Oy veren 25 yaşından küçüklerin %90’ı, 55 yaş ve üstündekilerin %20’si “Çay” dedi.",
    );
  });

  it("is what leads where groups are small (R303, R413)", () => {
    const lead = "Oy verenlerin %60’ı “Çay” dedi.";
    const women = group("women", 1000, [90, 10]);
    const small = [women, group("man", 90, [20, 80])];
    for (const groups of [small, [women], []]) {
      assert.equal(findingOf(report([180, 120], groups)), lead);
    }
  });

  it("is none where nothing leads, or below thirty votes (R303, R413)", () => {
    assert.equal(findingOf(report([50, 50], [])), null);
    assert.equal(findingOf(report([29, 0], [])), null);
    assert.equal(findingOf(report([30, 0], [])), "Oy verenlerin %100’ü “Çay” dedi.");
  });

  it("is about no difference in more than 5 of 100 surveys without one (R413)", () => {
    const share = uniform(52);
    for (const options of [2, 5, 20]) {
      const chances = Array.from({ length: options }, () => 1 / options);
      let told = 0;
      const surveys = 300;
      for (let survey = 0; survey < surveys; survey++) {
        const genders = ["women", "man"].map((key) => drawn(share, key, 300, chances));
        const ages = ["18-24", "25-34", "35-44", "45-54"].map((key) =>
          drawn(share, key, 150, chances),
        );
        if (differenceOf(report(chances, [...genders, ...ages]))) told++;
      }
      assert.ok(told <= surveys * 0.05, `${told} of ${surveys} with ${options} options`);
    }
  });

  it("finds a difference of 20 points between two groups of 300 in nine of ten surveys (R413)", () => {
    const share = uniform(53);
    let told = 0;
    const surveys = 200;
    for (let survey = 0; survey < surveys; survey++) {
      const groups = [
        drawn(share, "women", 300, [0.6, 0.4]),
        drawn(share, "man", 300, [0.4, 0.6]),
        ...["18-24", "25-34", "35-44"].map((key) => drawn(share, key, 200, [0.5, 0.5])),
      ];
      if (differenceOf(report([300, 300], groups))?.startsWith("Oy veren kadınların")) told++;
    }
    assert.ok(told >= surveys * 0.9, `${told} of ${surveys}`);
  });

  it("takes all comparisons that were tried into account (R413)", () => {
    const chances = (values: number[]) => values.map((chance) => ({ chance }));
    assert.deepEqual(byHolm(chances([0.04])), chances([0.04]));
    assert.deepEqual(byHolm(chances([0.04, 0.9])), []);
    assert.deepEqual(byHolm(chances([0.04, 0.02])), chances([0.02, 0.04]));
    for (const [z, chance] of [
      [0, 1],
      [1.96, 0.05],
      [3.29, 0.001],
    ] as const) {
      assert.ok(Math.abs(twoSided(z) - chance) < 1e-4 + chance / 500);
    }
  });

  it("has the endings of numbers as they are spoken (R303)", () => {
    const endings = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
    assert.deepEqual(
      endings.map((number) => withSuffix(number).split("’")[1]),
      "ı i si ü ü i sı si i u u si u ı si ı i i ı ü".split(" "),
    );
  });
});
