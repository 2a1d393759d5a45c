import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { createHitCounts } from "./hit-counts.ts";

const counter = (key: string, max = 3) => ({ key, max, perSeconds: 60 });

describe("counts in memory", () => {
  it("report how long it takes until there is room again", () => {
    const counts = createHitCounts();
    for (const now of [0, 10_000, 20_000]) assert.equal(counts.take([counter("a")], now), 0);
    assert.equal(counts.take([counter("a")], 20_000), 40_000);
    assert.equal(counts.take([counter("a")], MINUTE_MS), 0);
  });

  it("take all or nothing, so that a refusal spends nothing (R230)", () => {
    const counts = createHitCounts();
    const wide = counter("wide", 2);
    counts.take([wide], 0);
    counts.take([wide], 1000);
    for (let i = 0; i < 10; i++) assert.equal(counts.take([counter("narrow"), wide], 5000), 55_000);
    for (let i = 0; i < 3; i++) assert.equal(counts.take([counter("narrow")], 5000), 0);
    assert.ok(counts.take([counter("narrow")], 5000) > 0);
  });

  it("keep counts that are used up, or nearly so, however many others come (R231)", () => {
    const counts = createHitCounts();
    for (let i = 0; i < 30; i++) counts.take([counter("used up", 30)], 0);
    for (let i = 0; i < 29; i++) counts.take([counter("nearly", 30)], 0);
    for (let i = 0; i < 100_000; i++) counts.take([counter(`other ${i}`, 30)], 1);
    assert.ok(counts.take([counter("used up", 30)], 2) > 0);
    assert.equal(counts.take([counter("nearly", 30)], 2), 0);
    assert.ok(counts.take([counter("nearly", 30)], 2) > 0);
  });

  it("do not count a new one where all others are used up (R231)", () => {
    const counts = createHitCounts(100);
    for (let i = 0; i < 100; i++) counts.take([counter(`used up ${i}`, 1)], 0);
    for (let i = 0; i < 10; i++) assert.equal(counts.take([counter("new", 1)], 1), 0);
    for (let i = 0; i < 100; i++) assert.ok(counts.take([counter(`used up ${i}`, 1)], 2) > 0);
    assert.equal(counts.take([counter("new", 1)], 60_001), 0);
    assert.ok(counts.take([counter("new", 1)], 60_002) > 0);
  });

  it("hold no more than they are given room for (R231)", () => {
    const counts = createHitCounts(1000);
    for (let i = 0; i < 50_000; i++) counts.take([counter(`other ${i}`)], 0);
    const { size } = counts;
    assert.equal(size, 1000);
  });
});
