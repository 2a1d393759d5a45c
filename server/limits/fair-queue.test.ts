import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFairQueue, QueueFull } from "./fair-queue.ts";

/** A queue with work that ends on demand; `started` holds names in the order of starting. */
function queueUnderTest(
  lanes: number,
  limits: { caller: number; all: number } | undefined = undefined,
) {
  const inTurn = createFairQueue({ lanes, dear: 100, ...(limits && { room: limits }) });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, caller: string, cost: number) =>
    inTurn(caller, cost, () => {
      started.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { add, end, started };
}

describe("a fair queue", () => {
  it("gives callers turns by what they cost (R223)", async () => {
    const { add, end, started } = queueUnderTest(1);
    for (const name of ["a1", "a2", "a3"]) void add(name, "a", 10);
    void add("b1", "b", 9);
    void add("c1", "c", 1);
    void add("c2", "c", 1);
    for (let i = 0; i < 6; i++) await end(started.at(-1) ?? "");
    assert.deepEqual(started, ["a1", "c1", "c2", "b1", "a2", "a3"]);
  });

  it("runs one expensive piece of work at a time, beside others (R223)", async () => {
    const { add, end, started } = queueUnderTest(2);
    for (const name of ["a", "b"]) void add(name, name, 101);
    void add("c", "c", 100);
    await end("");
    assert.deepEqual(started, ["a", "c"]);
    await end("c");
    assert.deepEqual(started, ["a", "c"]);
    await end("a");
    assert.deepEqual(started, ["a", "c", "b"]);
  });

  it("never starves expensive work for small work (R223)", async () => {
    const { add, end, started } = queueUnderTest(1);
    void add("first", "a", 10);
    void add("dear", "b", 500);
    for (let i = 0; i < 100 && !started.includes("dear"); i++) {
      void add(`small ${i}`, `caller ${i}`, 10);
      await end(started.at(-1) ?? "");
    }
    assert.ok(started.includes("dear"));
  });

  it("continues after work that fails", async () => {
    const inTurn = createFairQueue({ lanes: 1, dear: 100 });
    const failing = inTurn("a", 200, () => Promise.reject(new Error("broken")));
    await assert.rejects(failing, /broken/);
    assert.equal(await inTurn("a", 200, async () => 1), 1);
  });

  it("refuses what one caller has waiting beyond its share (R238)", async () => {
    const { add, end, started } = queueUnderTest(1, { caller: 2, all: 10 });
    const all = ["a1", "a2", "a3"].map((name) => add(name, "a", 1));
    await assert.rejects(add("a4", "a", 1), QueueFull);
    const other = add("b1", "b", 1);
    for (let i = 0; i < 4; i++) await end(started.at(-1) ?? "");
    await Promise.all([...all, other]);
    assert.deepEqual(started, ["a1", "a2", "b1", "a3"]);
  });

  it("takes a place from the caller with most waiting where none is free (R238)", async () => {
    const { add, end, started } = queueUnderTest(1, { caller: 9, all: 3 });
    const kept = ["a1", "a2", "a3"].map((name) => add(name, "a", 1));
    const lost = assert.rejects(add("a4", "a", 1), QueueFull);
    const other = add("b1", "b", 1);
    await lost;
    for (let i = 0; i < 4; i++) await end(started.at(-1) ?? "");
    await Promise.all([...kept, other]);
    assert.deepEqual(started, ["a1", "a2", "b1", "a3"]);
  });

  it("refuses what has waited too long (R238)", async () => {
    const inTurn = createFairQueue({ lanes: 1, patienceMs: 1 });
    let end: () => void = () => undefined;
    const first = inTurn("a", 1, () => new Promise<void>((resolve) => (end = resolve)));
    await assert.rejects(
      inTurn("b", 1, async () => undefined),
      QueueFull,
    );
    end();
    await first;
    assert.equal(await inTurn("b", 1, async () => 1), 1);
  });
});
