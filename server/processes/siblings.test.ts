import assert from "node:assert/strict";
import { stat } from "node:fs";
import { it } from "node:test";
import { createSiblings } from "./siblings.ts";

it("a process that was paused reads what its siblings sent before it gives them up (R391)", async (t) => {
  let isHeard = false;
  process.send = ({ news }: { news: number }) => {
    stat(import.meta.filename, () => {
      isHeard = true;
      process.emit("message", { heard: news, of: 1 }, undefined);
    });
    queueMicrotask(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000));
    return true;
  };
  t.after(() => {
    delete process.send;
    process.removeAllListeners("message");
  });
  await createSiblings().tell("survey-1");
  assert.ok(isHeard);
});
