import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { groupCommit } from "./group-commit.ts";
import { OutcomeUnknown, WriteRefused } from "./write-deadline.ts";

describe("group commit", () => {
  it("writes what arrived together in one batch and returns to each caller its own (R157)", async () => {
    const batches: number[][] = [];
    const submit = groupCommit<number, number>(async (items) => {
      batches.push(items);
      return items.map((item) => item * 10);
    }, 100);
    assert.deepEqual(await Promise.all([1, 2, 3].map(submit)), [10, 20, 30]);
    assert.deepEqual(batches, [[1, 2, 3]]);
  });

  it("waits for the rest of those who come together, as long as every turn brings some", async (t) => {
    // On a busy machine a turn may take longer than the maximum wait.
    t.mock.method(performance, "now", () => 0);
    const batches: number[][] = [];
    const submit = groupCommit<number, number>(async (items) => {
      batches.push(items);
      return items;
    }, 100);
    const answers: Promise<number>[] = [];
    for (const turn of [[1, 2], [3], [4]]) {
      answers.push(...turn.map(submit));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(answers);
    assert.deepEqual(batches, [[1, 2, 3, 4]]);
  });

  it("gathers what arrives during a commit for the next one", async () => {
    const batches: number[][] = [];
    const begun = Promise.withResolvers<void>();
    const disk = Promise.withResolvers<void>();
    const submit = groupCommit<number, number>(async (items) => {
      batches.push(items);
      begun.resolve();
      await disk.promise;
      return items;
    }, 100);
    const first = submit(1);
    await begun.promise;
    const others = [submit(2), submit(3)];
    disk.resolve();
    await Promise.all([first, ...others]);
    assert.deepEqual(batches, [[1], [2, 3]]);
  });

  it("never writes more than the largest batch at once", async () => {
    const sizes: number[] = [];
    const submit = groupCommit<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    }, 4);
    await Promise.all(Array.from({ length: 10 }, (_, i) => submit(i)));
    assert.deepEqual(sizes, [4, 4, 2]);
  });

  it("refuses all of a failed commit and continues with the next (R157)", async (t) => {
    t.mock.method(performance, "now", () => 0);
    let calls = 0;
    const submit = groupCommit<number, number>(async (items) => {
      calls += 1;
      if (calls === 1) throw new Error("disk full");
      return items;
    }, 2);
    const answers = await Promise.allSettled([submit(1), submit(2), submit(3)]);
    assert.deepEqual(
      answers.map((answer) => answer.status),
      ["rejected", "rejected", "fulfilled"],
    );
  });

  it("refuses with a failed commit those who waited long behind it, and nobody who just came", async (t) => {
    let now = 0;
    t.mock.method(performance, "now", () => now);
    const batches: number[][] = [];
    const begun = Promise.withResolvers<void>();
    const lock = Promise.withResolvers<void>();
    const submit = groupCommit<number, number>(async (items) => {
      batches.push(items);
      begun.resolve();
      if (batches.length === 1) await lock.promise;
      return items;
    }, 100);
    const answers = [submit(1)];
    await begun.promise;
    answers.push(submit(2), submit(3));
    now = 1200;
    answers.push(submit(4));
    lock.reject(new Error("locked"));
    assert.deepEqual(
      (await Promise.allSettled(answers)).map((answer) => answer.status),
      ["rejected", "rejected", "rejected", "fulfilled"],
    );
    assert.deepEqual(batches, [[1], [4]]);
  });

  it("reports writes that only waited behind an unknown outcome as refused", async (t) => {
    let now = 0;
    t.mock.method(performance, "now", () => now);
    const begun = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const submit = groupCommit<number, number>(async (items) => {
      begun.resolve();
      await commit.promise;
      return items;
    }, 100);
    const first = submit(1);
    await begun.promise;
    const second = submit(2);
    now = 1200;
    commit.reject(new OutcomeUnknown());
    await assert.rejects(first, OutcomeUnknown);
    await assert.rejects(second, WriteRefused);
  });
});
