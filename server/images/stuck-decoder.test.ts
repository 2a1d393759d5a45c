import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#contract/durations.ts";
import { processorMs, watchProcess } from "./stuck-decoder.ts";

const isLinux = { skip: process.platform !== "linux" };

async function start(t: TestContext, code: string): Promise<number> {
  const child = spawn(process.execPath, ["-e", `console.log("started"); ${code}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

it(
  "a process that computes without end is busy once it has used its time, and not before (R354)",
  isLinux,
  async (t) => {
    const pid = await start(t, "for (;;);");
    const before = processorMs(pid) ?? 0;
    const { promise, resolve } = Promise.withResolvers<string>();
    watchProcess(pid, { busyMs: 500, idleMs: MINUTE_MS, threads: "workers" }, resolve);
    // The watch itself keeps no process alive.
    const alive = setInterval(() => undefined, 1000);
    t.after(() => clearInterval(alive));
    assert.equal(await promise, "busy");
    assert.ok((processorMs(pid) ?? 0) - before >= 500);
  },
);

it(
  "a process whose timers alone go on is idle after its time, and not before (R354)",
  isLinux,
  async (t) => {
    const pid = await start(t, "setInterval(() => { for (let i = 0; i < 1e5; i++); }, 1)");
    t.mock.timers.enable({ apis: ["setInterval"] });
    let found = "nothing";
    const limits = { busyMs: MINUTE_MS, idleMs: 10_000, threads: "workers" } as const;
    const watch = watchProcess(pid, limits, (how) => {
      found = how;
    });
    t.after(watch.end);
    const until = (processorMs(pid) ?? 0) + 200;
    while ((processorMs(pid) ?? until) < until) await sleep(10);
    t.mock.timers.tick(9750);
    assert.equal(found, "nothing");
    t.mock.timers.tick(250);
    assert.equal(found, "idle");
  },
);
