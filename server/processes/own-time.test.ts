import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, stat } from "node:fs";
import { it, type TestContext } from "node:test";
import { afterBeats, afterOwnTime } from "./own-time.ts";

const isLinux = { skip: process.platform !== "linux" };

async function run(t: TestContext, code: string, ...wrapper: string[]): Promise<number> {
  const [command = "", ...args] = [...wrapper, process.execPath, "-e"];
  const child = spawn(command, [...args, `console.log("started"); ${code}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

/** `afterOwnTime` keeps no process alive. */
async function reached(t: TestContext, ms: number, pid: number): Promise<void> {
  const alive = setInterval(() => undefined, 1000);
  t.after(() => clearInterval(alive));
  await new Promise<void>((late) => afterOwnTime(ms, late, () => [pid]));
}

const waitedMs = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;

it("a process that waits for a processor gets more time (R357)", isLinux, async (t) => {
  const onOneProcessor = () => run(t, "for (;;);", "taskset", "-c", "0");
  const [pid] = await Promise.all([onOneProcessor(), onOneProcessor(), onOneProcessor()]);
  const [begunAt, before] = [performance.now(), waitedMs(pid)];
  await reached(t, 300, pid);
  const had = performance.now() - begunAt - (waitedMs(pid) - before);
  // Linux may count a wait between the two readings. Without waits it would have had 100 ms.
  assert.ok(had >= 200, `reached after ${Math.round(had)} ms of its own`);
});

it("a process that has nothing to do reaches its time, and one that has ended (R357)", async (t) => {
  const pid = await run(t, "setInterval(() => undefined, 1000);");
  await reached(t, 300, pid);
  process.kill(pid, "SIGKILL");
  await reached(t, 300, pid);
});

it("what arrived while the process was paused is read before a bound in beats is reached (R391)", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  afterBeats(1, 20, () => resolve("reached"));
  stat(import.meta.filename, () => resolve("read"));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  assert.equal(await promise, "read");
});

it("a bound that is cancelled is never reached", async (t) => {
  const end = afterOwnTime(100, () => assert.fail());
  const endBeats = afterBeats(1, 50, () => assert.fail());
  end();
  endBeats();
  await reached(t, 600, process.pid);
});
