import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { judge, type Kind, type Measured } from "./verdict.ts";

const bounds: Record<Kind, number> = {
  reads: 0.97,
  "signed-in": 0.97,
  documents: 0.97,
  pages: 0.97,
  votes: 0.97,
  memory: 0.97,
  start: 0.97,
  size: 0.97,
};

const list = (...costs: number[]): Measured => ({
  part: "list",
  kind: "reads",
  unit: "µs",
  rounds: costs.map((cost) => ({ cost, clock: 1e6 / cost, failed: 0 })),
});

const refused = (measured: Measured, rounds: number): Measured => ({
  ...measured,
  rounds: measured.rounds.map((round, at) => (at < rounds ? { ...round, failed: 3 } : round)),
});

describe("the comparison of two commits", () => {
  it("reports a response that costs four percent more", () => {
    const { found, comparisons } = judge([list(20.9, 20.8)], [list(20.1, 20)], bounds);
    assert.deepEqual(found, ["list: 0.96, at least 0.97"]);
    assert.deepEqual(comparisons[0]?.range, [20 / 20.8, 20.1 / 20.9]);
  });

  it("accepts a response that costs two percent more", () => {
    assert.deepEqual(judge([list(20.4)], [list(20)], bounds).found, []);
  });

  it("judges the least cost, which others on the machine have raised least", () => {
    const { comparisons } = judge([list(20, 90, 90)], [list(30, 20, 20)], bounds);
    assert.equal(comparisons[0]?.ratio, 1);
    assert.equal(comparisons[0]?.median, 20 / 90);
  });

  it("judges the median of megabytes", () => {
    const memory = (...costs: number[]): Measured => ({
      ...list(...costs),
      kind: "memory",
      unit: "MB",
    });
    const { found } = judge([memory(150, 210, 220)], [memory(200, 200, 200)], bounds);
    assert.deepEqual(found, ["list: 0.95, at least 0.97"]);
  });

  it("leaves out rounds in which responses failed", () => {
    const { comparisons } = judge([refused(list(5, 20, 20), 1)], [list(20, 20, 20)], bounds);
    assert.equal(comparisons[0]?.ratio, 1);
  });

  it("reports a part that failed in most rounds of this commit", () => {
    const { found } = judge([refused(list(20, 20, 20), 2)], [list(20, 20, 20)], bounds);
    assert.deepEqual(found, ["list: responses failed in most rounds"]);
  });

  it("judges no part that the other commit does not have or refuses", () => {
    const { found, missing } = judge([list(20)], [], bounds);
    assert.deepEqual({ found, missing }, { found: [], missing: ["list"] });
    assert.deepEqual(judge([list(20)], [refused(list(1), 1)], bounds).missing, ["list"]);
  });

  it("reports a figure that is not a number", () => {
    assert.deepEqual(judge([list(Number.NaN)], [list(20)], bounds).found, [
      "list: NaN, at least 0.97",
    ]);
  });
});
