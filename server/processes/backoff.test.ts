import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBackoff } from "./backoff.ts";

describe("the waits between failing attempts", () => {
  it("double up to the longest, and start again after a success", (t) => {
    t.mock.method(Math, "random", () => 0.5);
    const backoff = createBackoff({ firstMs: 100, longestMs: 1000 });
    const waits = Array.from({ length: 6 }, () => backoff.next());
    assert.deepEqual(waits, [100, 200, 400, 800, 1000, 1000]);
    for (let i = 0; i < 2000; i++) assert.ok(backoff.next() <= 1000);
    backoff.reset();
    assert.equal(backoff.next(), 100);
  });

  it("are spread from a half to one and a half", (t) => {
    for (const [random, wait] of [
      [0, 50],
      [1, 150],
    ] as const) {
      t.mock.method(Math, "random", () => random);
      assert.equal(createBackoff({ firstMs: 100, longestMs: 1000 }).next(), wait);
    }
  });
});
