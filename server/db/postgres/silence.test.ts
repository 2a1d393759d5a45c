import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { SilenceBound } from "./silence.ts";

it("a host whose answer came while the process was paused is not given up (R391)", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const socket = { connecting: false, bytesRead: 0 };
  let isGivenUp = false;
  const bound = new SilenceBound(550);
  bound.watch(
    () => [socket as Socket],
    () => {
      isGivenUp = true;
    },
  );
  t.mock.timers.tick(600);
  // The event loop reads what has arrived after its timers.
  socket.bytesRead = 1;
  await turn();
  assert.ok(!isGivenUp);
  t.mock.timers.tick(600);
  await turn();
  assert.ok(isGivenUp);
});
