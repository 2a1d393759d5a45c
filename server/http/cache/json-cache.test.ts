import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HOUR_MS } from "#contract/durations.ts";
import { CachedJson } from "./cached-json.ts";
import { cacheKey, createJsonCache } from "./json-cache.ts";

const key = cacheKey("survey:1:detail");

function setUp() {
  const clock = { time: 1, now: () => clock.time };
  const cache = createJsonCache(clock);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { reads };
  };
  const text = async (name = key) => (await cache.cacheable(name, read)).bytes.toString();
  return { cache, clock, read, text };
}

describe("a cacheable response", () => {
  it("is read once for all who ask within a second", async () => {
    const { clock, text } = setUp();
    assert.deepEqual(await Promise.all([text(), text()]), ['{"reads":1}', '{"reads":1}']);
    clock.time += 999;
    assert.equal(await text(), '{"reads":1}');
    clock.time += 2;
    assert.equal(await text(), '{"reads":2}');
  });

  it("is current for others until its second is over or it has changed", async () => {
    const { cache, clock, read } = setUp();
    const first = await cache.cacheable(key, read);
    assert.ok(first.isCurrent());
    clock.time += 1000;
    assert.ok(!first.isCurrent());
    clock.time += 1;
    const second = await cache.cacheable(key, read);
    assert.ok(second.isCurrent());
    cache.changed(key.name);
    assert.ok(!second.isCurrent());
  });

  it("is read again after a change under its own name, or under the beginning of it", async () => {
    const { cache, text } = setUp();
    await text();
    cache.changed("survey:2:*", "survey:1:results", "survey:1");
    assert.equal(await text(), '{"reads":1}');
    cache.changed("survey:1:*");
    assert.equal(await text(), '{"reads":2}');
    cache.changed("*");
    assert.equal(await text(), '{"reads":3}');
  });

  it("is the last one known while the database is away, for an hour (R282)", async () => {
    const away = new Error("away");
    const clock = { time: 1, now: () => clock.time };
    const { cacheable, changed } = createJsonCache(clock, undefined, (error) => error === away);
    const first = await cacheable(key, async () => 1);
    const fail = async (error: Error) => {
      throw error;
    };
    for (const happens of [() => undefined, () => changed("*")]) {
      happens();
      clock.time += 2000;
      const last = await cacheable(key, () => fail(away));
      assert.deepEqual([last.etag, last.isCurrent()], [first.etag, false]);
    }
    await assert.rejects(
      cacheable(key, () => fail(new Error("another"))),
      /another/,
    );
    clock.time += HOUR_MS;
    await assert.rejects(
      cacheable(key, () => fail(away)),
      /away/,
    );
    const again = await cacheable(key, async () => 2);
    assert.ok(again.isCurrent());
    changed(key.name);
    await assert.rejects(
      cacheable(key, () => fail(away)),
      /away/,
    );
  });

  it("that changes while it is read goes to those who asked before, and to nobody after", async () => {
    for (const change of [key.name, "survey:*"]) {
      const { cache, read } = setUp();
      const reading = Promise.withResolvers<string>();
      const before = cache.cacheable(key, () => reading.promise);
      cache.changed(change);
      const after = await cache.cacheable(key, read);
      reading.resolve("old");
      assert.equal((await before).bytes.toString(), '"old"');
      assert.ok(!(await before).isCurrent());
      assert.ok(after.isCurrent());
      assert.equal(await cache.cacheable(key, read), after);
    }
  });

  it("is read by one caller at a time, however long that takes", async () => {
    const { cache, clock, read } = setUp();
    const reading = Promise.withResolvers<string>();
    const first = cache.cacheable(key, () => reading.promise);
    clock.time += 5000;
    const second = cache.cacheable(key, read);
    reading.resolve("slow");
    assert.equal(String(await second), String(await first));
    assert.ok((await first).isCurrent());
  });

  it("is read again after a failure", async () => {
    const { cache, text } = setUp();
    await assert.rejects(
      cache.cacheable(key, async () => {
        throw new Error("lost");
      }),
      /lost/,
    );
    assert.equal(await text(), '{"reads":1}');
  });

  it("is dropped for others where all together are too large", async () => {
    const { cache, text } = setUp();
    await text();
    for (let i = 2; i < 20; i++) {
      await cache.cacheable(cacheKey(`survey:${i}:detail`), async () => "x".repeat(1_000_000));
    }
    assert.equal(await text(), '{"reads":2}');
  });

  it("takes no more memory than its own bytes", () => {
    const { bytes } = new CachedJson({ items: ["Çay"] }, () => true);
    assert.equal(bytes.toString(), '{"items":["Çay"]}');
    assert.equal(bytes.buffer.byteLength, bytes.length);
  });
});

describe("what is made from a cached value", () => {
  const survey = cacheKey("survey:1:public");

  it("is cached no longer than the value", async () => {
    const { cache, clock, text } = setUp();
    const source = await cache.cachedValue(survey, async () => ({ id: 1 }));
    assert.ok(source);
    clock.time += 600;
    assert.equal(await text(cacheKey("survey:1:results", source)), '{"reads":1}');
    clock.time += 300;
    assert.equal(await text(cacheKey("survey:1:results", source)), '{"reads":1}');
    clock.time += 101;
    assert.equal(await text(cacheKey("survey:1:results", source)), '{"reads":2}');
  });

  it("is not cached if the value has changed since it was looked up", async () => {
    const { cache, read } = setUp();
    const source = await cache.cachedValue(survey, async () => ({ id: 1 }));
    assert.ok(source);
    cache.changed("survey:1:*");
    const late = cacheKey("survey:1:results", source);
    assert.ok(!(await cache.cacheable(late, read)).isCurrent());
    const next = await cache.cachedValue(survey, async () => ({ id: 1 }));
    assert.notEqual(next, source);
  });

  it("is not cached if the value is not cached", async () => {
    const { cache, read } = setUp();
    const unknown = cacheKey("survey:1:results", { id: 1 });
    assert.ok(!(await cache.cacheable(unknown, read)).isCurrent());
  });
});

describe("a cached value", () => {
  it("is looked up again where nothing was found", async () => {
    const { cache } = setUp();
    assert.equal(await cache.cachedValue(key, async () => undefined), undefined);
    assert.equal(await cache.cachedValue(key, async () => "found"), "found");
    assert.equal(await cache.cachedValue(key, async () => "again"), "found");
  });
});
