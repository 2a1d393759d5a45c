// What a tick of Node's queue costs after a garbage collection that found none of its objects, in
// separate processes, one after the other without and with the object that the server keeps:
//   npm run bench:ticks -- --rounds 5
import { execFileSync } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import { median } from "../median.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    measure: { type: "boolean", default: false },
  },
});
const TICKS = 1000;
const WARM_UP = 200;
const MEASURED = 1000;
const WORKAROUND = ["--import", "./server/processes/next-tick-workaround.ts"];

async function tick(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    for (let j = 0; j < TICKS; j++) process.nextTick(() => undefined, j);
    await setImmediate();
  }
}

/** Nanoseconds per tick, in this process. */
async function measure(): Promise<number> {
  await tick(WARM_UP);
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await tick(WARM_UP);
  }
  const begun = performance.now();
  await tick(MEASURED);
  return ((performance.now() - begun) * 1e6) / (MEASURED * TICKS);
}

const inOwnProcess = (flags: readonly string[]): number => {
  const args = [...flags, "--expose-gc", import.meta.filename, "--measure"];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
};

if (values.measure) {
  console.log(await measure());
} else {
  const [none, kept]: [number[], number[]] = [[], []];
  for (let round = 0; round < Number(values.rounds); round++) {
    none.push(inOwnProcess([]));
    kept.push(inOwnProcess(WORKAROUND));
  }
  const ratio = (median(kept) / median(none)).toFixed(2);
  console.log(
    `${median(none).toFixed(0)} ns a tick, ${median(kept).toFixed(0)} ns where one is kept: ${ratio} of it`,
  );
}
