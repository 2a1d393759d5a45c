import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { subscribeToUnreadCount } from "./unread-stream.ts";

/** A page in which time passes when told; `fetch` answers what `answer` makes. */
function page(t: TestContext, answer: () => Response) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 0.5);
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const opened: number[] = [];
  t.mock.method(globalThis, "fetch", async () => {
    opened.push(Math.round(now / 1000));
    return answer();
  });
  const documentElement = { dataset: { apiBase: "http://kanaat.test" } };
  const document = Object.assign(new EventTarget(), { hidden: false, documentElement });
  for (const [name, value] of Object.entries({ document, window: new EventTarget() })) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, name));
  }
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 0.5) {
      // The fetch, its answer and the pieces of a stream each take a turn.
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      now += 500;
      t.mock.timers.tick(500);
    }
  };
  return { opened, document, pass };
}

const EVENTS = { headers: { "content-type": "text/event-stream" } };
const stream = (text: string) => new Response(text, EVENTS);

describe("a stream of the unread count that ends", () => {
  it("is opened again less and less often, at most once a minute", async (t) => {
    const { opened, pass } = page(t, () => new Response("", { status: 503 }));
    const stop = subscribeToUnreadCount(() => undefined);
    await pass(310);
    stop();
    const gaps = opened.slice(1).map((at, i) => at - (opened[i] ?? 0));
    assert.deepEqual(gaps.slice(0, 6), [1, 2, 4, 8, 16, 32]);
    assert.ok(
      gaps.slice(6).every((gap) => gap >= 60 && gap <= 61),
      `${gaps}`,
    );
  });

  it("is not opened more often for having said something first", async (t) => {
    const counts: number[] = [];
    const { opened, pass } = page(t, () => stream("event: unread\ndata: 3\n\n"));
    const stop = subscribeToUnreadCount((count) => counts.push(count));
    await pass(31);
    stop();
    assert.deepEqual(opened, [0, 1, 3, 7, 15, 31].slice(0, opened.length));
    assert.ok(opened.length >= 5);
    assert.deepEqual(new Set(counts), new Set([3]));
  });

  it("is opened soon again after it has held for long", async (t) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const failed = () => new Response("", { status: 503 });
    const answers = [failed, failed, failed, () => new Response(readable, EVENTS)];
    const { opened, pass } = page(t, () => (answers.shift() ?? failed)());
    const stop = subscribeToUnreadCount(() => undefined);
    for (let beats = 0; beats < 4; beats++) {
      await pass(25);
      void writer.write(new TextEncoder().encode(":\n\n"));
    }
    assert.deepEqual(opened, [0, 1, 3, 7]);
    await writer.close();
    await pass(2);
    stop();
    assert.equal(opened.length, 5);
  });

  it("stays closed while the page is hidden, and after it is stopped", async (t) => {
    const { opened, document, pass } = page(t, () => new Response("", { status: 503 }));
    const stop = subscribeToUnreadCount(() => undefined);
    await pass(2);
    const before = opened.length;
    document.hidden = true;
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(120);
    assert.equal(opened.length, before);
    document.hidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(1);
    assert.equal(opened.length, before + 1);
    stop();
    await pass(120);
    assert.equal(opened.length, before + 1);
  });
});
