import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readEvents } from "#web/lib/api/event-stream.ts";

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
  it("leaves nothing behind that ends it once more where it breaks", async (t) => {
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

  it("is heard event by event, however it is cut into pieces", async () => {
    const heard = await eventsOf("event: unr", "ead\ndata: 3\n", "\nevent: unread\ndata: 4\n\n");
    assert.deepEqual(heard, ["unread 3", "unread 4"]);
  });

  it("may beat without saying anything, and end in the middle", async () => {
    assert.deepEqual(await eventsOf(":\n\n", "event: unread\nda"), []);
  });

  it("is given up when it has been silent for too long", async () => {
    const body = new ReadableStream<BufferSource>();
    await readEvents(body, 10, () => assert.fail("nothing was said"));
  });
});
