import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Cell, effectiveSize, rake } from "./raking.ts";

const UNTRIMMED = { least: 0, most: Infinity };

const cellsOf = (table: readonly (readonly number[])[]): Cell[] =>
  table.flatMap((row, i) => row.map((voters, j) => ({ voters, categories: [`r${i}`, `c${j}`] })));

const marginOf = (prefix: string, counts: readonly number[]) => {
  const total = counts.reduce((a, b) => a + b, 0);
  return new Map(counts.map((count, i) => [`${prefix}${i}`, count / total]));
};

describe("raking", () => {
  it("agrees with the worked example in the documentation of ProportionalFitting.jl (R297)", () => {
    const cells = cellsOf([
      [40, 30, 20, 10],
      [35, 50, 100, 75],
      [30, 80, 70, 120],
      [20, 30, 40, 50],
    ]);
    const margins = [marginOf("r", [150, 300, 400, 150]), marginOf("c", [200, 300, 400, 100])];
    const weights = rake(cells, margins, UNTRIMMED);
    const voters = cells.reduce((sum, cell) => sum + cell.voters, 0);
    // The documentation fits its table to a total of 1,000.
    const fitted = cells.map((cell, i) => (cell.voters * (weights[i] ?? 0) * 1000) / voters);
    const expected = [
      [64.5585, 46.2325, 35.3843, 3.82473],
      [49.9679, 68.1594, 156.499, 25.3742],
      [56.7219, 144.428, 145.082, 53.7673],
      [28.7516, 41.18, 63.0347, 17.0337],
    ].flat();
    fitted.forEach((value, i) => {
      assert.ok(Math.abs(value - (expected[i] ?? 0)) < 0.0006, `${value} is not ${expected[i]}`);
    });
  });

  const table = fc.array(
    fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 3 }),
    {
      minLength: 3,
      maxLength: 3,
    },
  );
  const shares = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 3, maxLength: 3 });

  it("keeps every weight within a fifth and five times the mean, which stays 1 (R297)", () => {
    fc.assert(
      fc.property(table, shares, shares, (rows, r, c) => {
        const cells = cellsOf(rows).filter(({ voters }) => voters > 0);
        fc.pre(cells.length > 0);
        const weights = rake(cells, [marginOf("r", r), marginOf("c", c)]);
        const voters = cells.reduce((sum, cell) => sum + cell.voters, 0);
        const sum = cells.reduce((total, cell, i) => total + cell.voters * (weights[i] ?? 0), 0);
        assert.ok(Math.abs(sum / voters - 1) < 1e-6);
        for (const weight of weights)
          assert.ok(weight > 0.2 - 1e-3 && weight < 5 + 1e-3, `${weight}`);
      }),
    );
  });

  it("keeps the share of a category without a known total (R297)", () => {
    const cells = [
      { voters: 30, categories: ["man"] },
      { voters: 60, categories: ["women"] },
      { voters: 10, categories: ["other"] },
    ];
    const margin = new Map([
      ["man", 0.5],
      ["women", 0.5],
    ]);
    const weights = rake(cells, [margin]);
    assert.deepEqual(
      cells.map(({ voters }, i) => Math.round(voters * (weights[i] ?? 0))),
      [45, 45, 10],
    );
  });
});

describe("the effective size", () => {
  it("is the number of voters where all weights are equal, and never more (R297)", () => {
    const cells = [
      { voters: 70, categories: [] },
      { voters: 30, categories: [] },
    ];
    assert.equal(effectiveSize(cells, [2, 2]), 100);
    // (70 + 30 · 4)² / (70 + 30 · 16)
    assert.equal(effectiveSize(cells, [1, 4]), 190 ** 2 / 550);
    assert.equal(effectiveSize([], []), 0);
  });
});
