import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { findBurst } from "./bursts.ts";

describe("a burst of votes", () => {
  const usual = [12, 9, 14, 11, 8, 13, 10, 12, 9, 11, 10, 13, 12, 8];

  it("is the hour that stands out among the survey's own (R298)", () => {
    assert.equal(findBurst([...usual, 240, ...usual]), usual.length);
  });

  it("is none where hours only scatter, and none of a few votes or hours (R298)", () => {
    assert.equal(findBurst([...usual, 22, ...usual]), -1);
    assert.equal(findBurst([...Array(40).fill(0), 12, ...Array(40).fill(0)]), -1);
    assert.equal(findBurst([0, 0, 500]), -1);
    assert.equal(findBurst([]), -1);
  });

  it("is never an hour with fewer votes than another (R298)", () => {
    const [few, many] = [fc.integer({ min: 0, max: 20 }), fc.integer({ min: 100, max: 1000 })];
    const usualHours = fc.array(few, { minLength: 12, maxLength: 60 });
    const bursts = fc.array(many, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(usualHours, bursts, usualHours, (...parts) => {
        const hours = parts.flat();
        assert.equal(hours[findBurst(hours)], Math.max(...hours));
      }),
    );
  });
});
