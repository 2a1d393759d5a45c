import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { percentages } from "./percentages.ts";

describe("percentages", () => {
  const counts = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 2, maxLength: 20 });

  it("sum to 100 whenever anything was counted (R78)", () => {
    fc.assert(
      fc.property(counts, (list) => {
        const sum = percentages(list).reduce((a, b) => a + b, 0);
        assert.equal(sum, list.some((count) => count > 0) ? 100 : 0);
      }),
    );
  });

  it("are never a whole point away from the exact share", () => {
    fc.assert(
      fc.property(counts, (list) => {
        const total = list.reduce((a, b) => a + b, 0);
        if (total === 0) return;
        percentages(list).forEach((share, i) => {
          assert.ok(Math.abs(share - ((list[i] ?? 0) * 100) / total) < 1);
        });
      }),
    );
  });

  it("never give the smaller count the larger share", () => {
    fc.assert(
      fc.property(counts, (list) => {
        const shares = percentages(list);
        list.forEach((a, i) => {
          list.forEach((b, j) => {
            if (a > b) assert.ok((shares[i] ?? 0) >= (shares[j] ?? 0));
          });
        });
      }),
    );
  });

  it("give the missing point to the largest remainder, of equal ones to the earlier (R78)", () => {
    assert.deepEqual(percentages([1, 1, 1]), [34, 33, 33]);
    assert.deepEqual(percentages([2, 1]), [67, 33]);
    assert.deepEqual(percentages([0, 0]), [0, 0]);
    assert.deepEqual(percentages([1, 0]), [100, 0]);
  });
});
