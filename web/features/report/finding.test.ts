import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Report } from "#contract/endpoints/report.ts";
import { findingOf, withSuffix } from "./finding.ts";

const report = (results: number[], groups: Record<string, number[]>): Report => ({
  options: ["Çay", "Kahve"].map((content, i) => ({ id: i + 1, content, color: "red" })),
  results: results.map((count) => ({ count, value: "" })),
  breakdown: {
    taken_at: "2026-01-01T00:00:00.000Z",
    votes: 0,
    groups: Object.entries(groups).map(([key, counts]) => ({ key, counts })),
    weighted: { effective: 0, values: null, sources: [] },
    trust: { verified: 0, week_old: 0, month_old: 0 },
  },
  timeline: [],
  burst: null,
});

describe("what results show, in a sentence", () => {
  it("is the largest difference between two groups that chance would not make (R303)", () => {
    const differing = report([150, 150], { women: [93, 57], man: [57, 93], "18-24": [50, 50] });
    assert.equal(findingOf(differing), "Kadınların %62'si, erkeklerin %38'i “Çay” dedi.");
    const ages = report([150, 150], { women: [80, 70], "18-24": [90, 10], "65+": [20, 80] });
    assert.equal(
      findingOf(ages),
      "18–24 yaşındakilerin %90'ı, 65 yaş ve üstündekilerin %20'si “Çay” dedi.",
    );
  });

  it("is what leads where chance may have made the difference, or one of two is not shown (R303)", () => {
    assert.equal(
      findingOf(report([20, 10], { women: [8, 4], man: [5, 7] })),
      "Oy verenlerin %67'si “Çay” dedi.",
    );
    assert.equal(
      findingOf(report([90, 10], { women: [50, 1] })),
      "Oy verenlerin %90'ı “Çay” dedi.",
    );
  });

  it("is none where nothing leads (R303)", () => {
    assert.equal(findingOf(report([0, 0], {})), null);
    assert.equal(findingOf(report([5, 5], {})), null);
  });

  it("has the endings of numbers as they are spoken (R303)", () => {
    const endings = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
    assert.deepEqual(
      endings.map((number) => withSuffix(number).split("'")[1]),
      "ı i si ü ü i sı si i u u si u ı si ı i i ı ü".split(" "),
    );
  });
});
