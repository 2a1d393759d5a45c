import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchReads } from "./batch-reads.ts";

describe("batched reads", () => {
  it("reads what is asked for in one turn with one query, and returns to each caller its own", async () => {
    const asked: number[][] = [];
    const find = batchReads(async (items: number[]) => {
      asked.push(items);
      return items.map((item) => item * 10);
    });
    assert.deepEqual(await Promise.all([1, 2, 3].map(find)), [10, 20, 30]);
    assert.equal(await find(4), 40);
    assert.deepEqual(asked, [[1, 2, 3], [4]]);
  });

  it("does not wait for the query of an earlier turn", async () => {
    const slow = Promise.withResolvers<void>();
    const find = batchReads(async (items: string[]) => {
      if (items.includes("slow")) await slow.promise;
      return items;
    });
    const first = find("slow");
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    assert.equal(await find("quick"), "quick");
    slow.resolve();
    assert.equal(await first, "slow");
  });

  it("fails all reads of a failed turn, and none after it", async () => {
    let fails = true;
    const find = batchReads(async (items: number[]) => {
      if (fails) throw new Error("lost");
      return items;
    });
    const outcomes = await Promise.allSettled([find(1), find(2)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    fails = false;
    assert.equal(await find(3), 3);
  });
});
