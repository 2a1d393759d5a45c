import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { createStream, readEvents } from "#web/lib/api/event-stream.ts";

async function eventsOf(...pieces: string[]): Promise<string[]> {
  const heard: string[] = [];
  const body = new ReadableStream<BufferSource>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  await readEvents(body, 1000, (event, data) => heard.push(`${event} ${data}`));
  return heard;
}

describe("a stream of events", () => {
  it("leaves no timer behind where it breaks", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let cancelled = 0;
    const body = new ReadableStream<BufferSource>({
      start: (controller) => controller.error(new Error("the connection is gone")),
      cancel: () => {
        cancelled += 1;
      },
    });
    await assert.rejects(
      readEvents(body, 1000, () => undefined),
      /the connection is gone/,
    );
    t.mock.timers.tick(2000);
    assert.equal(cancelled, 0);
  });

  it("is read event by event, however it is cut into pieces", async () => {
    const heard = await eventsOf("event: unr", "ead\ndata: 3\n", "\nevent: unread\ndata: 4\n\n");
    assert.deepEqual(heard, ["unread 3", "unread 4"]);
  });

  it("may beat without saying anything, and end in the middle", async () => {
    assert.deepEqual(await eventsOf(":\n\n", "event: unread\nda"), []);
  });

  it("is closed when it has been silent for too long", async () => {
    const body = new ReadableStream<BufferSource>();
    await readEvents(body, 10, () => assert.fail("nothing was said"));
  });
});

const EVENTS = { headers: { "content-type": "text/event-stream" } };
const encode = (text: string) => new TextEncoder().encode(text);

/** A page with a fake clock; `fetch` resolves to what `answer` returns. */
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
  Object.defineProperty(globalThis, "document", { value: { documentElement }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, "document"));
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 0.5) {
      // The fetch, its response and the chunks of a stream each take a turn.
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      now += 500;
      t.mock.timers.tick(500);
    }
  };
  const events: string[] = [];
  const stream = createStream("GET /api/auth/events/stream", null, (event, data) =>
    events.push(`${event} ${data}`),
  );
  t.after(stream.close);
  return { opened, events, stream, pass };
}

describe("a stream that ends", () => {
  it("is opened again less and less often, at most once a minute", async (t) => {
    const { opened, stream, pass } = page(t, () => new Response("", { status: 503 }));
    stream.open();
    await pass(310);
    const gaps = opened.slice(1).map((at, i) => at - (opened[i] ?? 0));
    assert.deepEqual(gaps.slice(0, 6), [1, 2, 4, 8, 16, 32]);
    assert.ok(
      gaps.slice(6).every((gap) => gap >= 60 && gap <= 61),
      `${gaps}`,
    );
  });

  it("is not opened more often because it sent something first", async (t) => {
    const answer = () => new Response("event: unread\ndata: 3\n\n", EVENTS);
    const { opened, events, stream, pass } = page(t, answer);
    stream.open();
    await pass(31);
    assert.deepEqual(opened, [0, 1, 3, 7, 15, 31].slice(0, opened.length));
    assert.ok(opened.length >= 5);
    assert.deepEqual(new Set(events), new Set(["unread 3"]));
  });

  it("is opened soon again after it has held for long", async (t) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const failed = () => new Response("", { status: 503 });
    const answers = [failed, failed, failed, () => new Response(readable, EVENTS)];
    const { opened, stream, pass } = page(t, () => (answers.shift() ?? failed)());
    stream.open();
    for (let beats = 0; beats < 4; beats++) {
      await pass(25);
      void writer.write(encode(":\n\n"));
    }
    assert.deepEqual(opened, [0, 1, 3, 7]);
    await writer.close();
    await pass(2);
    assert.equal(opened.length, 5);
  });

  it("stays closed after it was closed", async (t) => {
    const { opened, stream, pass } = page(t, () => new Response("", { status: 503 }));
    stream.open();
    await pass(2);
    stream.close();
    const before = opened.length;
    await pass(120);
    assert.equal(opened.length, before);
  });

  it("passes on nothing of an earlier connection once another is opened", async (t) => {
    const connections = Array.from({ length: 2 }, () => new TransformStream<Uint8Array>());
    const [earlier, later] = connections.map(({ writable }) => writable.getWriter());
    const { events, stream, pass } = page(t, () => {
      return new Response(connections.shift()?.readable, EVENTS);
    });
    stream.open();
    await pass(1);
    stream.open();
    await pass(1);
    void earlier?.write(encode("event: unread\ndata: 1\n\n"));
    void later?.write(encode("event: unread\ndata: 2\n\n"));
    await pass(1);
    assert.deepEqual(events, ["unread 2"]);
  });
});
