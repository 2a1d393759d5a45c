import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cacheKey, createJsonCache } from "./json-cache.ts";

const results = cacheKey("survey:1:results");

function setUp() {
  const clock = { time: 10_000, now: () => clock.time };
  const copy = { age: 100, isAway: false, isReading: false };
  const replica = {
    ageMs: () => copy.age,
    read: async <T>(work: () => Promise<T>) => {
      if (copy.isAway) throw new Error("away");
      copy.isReading = true;
      return work().finally(() => {
        copy.isReading = false;
      });
    },
  };
  const cache = createJsonCache(clock, undefined, undefined, replica);
  clock.time += 1000;
  const from = async (key = results, isThere = true) => {
    const onCopy = isThere ? "copy" : undefined;
    return cache.cachedValue(key, async () => (copy.isReading ? onCopy : "primary"));
  };
  return { clock, copy, cache, from };
}

describe("what is cached and unchanged", () => {
  it("is read from the copy, and no older at the end of its second than without (R301)", async () => {
    const { clock, copy, from } = setUp();
    assert.equal(await from(), "copy");
    copy.isAway = true;
    clock.time += 900;
    assert.equal(await from(), "copy");
    clock.time += 1;
    assert.equal(await from(), "primary");
  });

  it("is not read from a copy that is half a second behind, nor before anybody knows (R301)", async () => {
    for (const age of [501, Infinity]) {
      const { copy, from } = setUp();
      copy.age = age;
      assert.equal(await from(), "primary");
    }
  });

  it("is read from the primary where the copy fails or does not have it yet (R301)", async () => {
    const { copy, from } = setUp();
    assert.equal(await from(cacheKey("survey:2:public"), false), "primary");
    copy.isAway = true;
    assert.equal(await from(), "primary");
  });

  it("is read from the primary for as long as this process has just begun", async () => {
    const { clock, copy, from } = setUp();
    copy.age = 400;
    clock.time -= 700;
    assert.equal(await from(), "primary");
  });
});

describe("what has changed", () => {
  for (const name of ["survey:1:results", "survey:1:*", "*"]) {
    it(`is read from the primary until the copy has it: ${name} (R301)`, async () => {
      const { clock, cache, from } = setUp();
      cache.changed(name);
      const other = await from(cacheKey("survey:2:results"));
      assert.equal(other, name === "*" ? "primary" : "copy");
      clock.time += 100;
      assert.equal(await from(), "primary");
      clock.time += 1001;
      assert.equal(await from(), "copy");
    });
  }

  it("is remembered for many names, or everything is treated as changed", async () => {
    const { cache, from } = setUp();
    cache.changed("survey:1:results");
    for (let i = 2; i < 20_000; i++) cache.changed(`survey:${i}:results`);
    assert.equal(await from(), "primary");
  });
});
