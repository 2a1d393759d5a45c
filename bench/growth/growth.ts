// What a call costs with few surveys and with many: fills one instance of each size in bulk, starts
// the product on all of them and calls them in turn, so that a busy machine affects all sizes.
//   npm run bench:growth -- --engine both --sizes 1000,100000,1000000 --rounds 1000
// Promised: with the last size each list, detail and vote, and all of a kind together, cost at most 1.5
// times what they cost with the first, at the median and at p99; a search 3 times at the median, and
// 40 ms at p99; and a search takes 4 ms of the main thread with any words. TMPDIR says where the instances are stored: a million surveys take some 10 GB.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { fillInstance } from "#testing/fill-instance.ts";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { mainThreadMs } from "#testing/servers/process-tree.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { type Caller, checkVotes, enter } from "./caller.ts";
import { CALLS } from "./calls.ts";

const { values } = parseArgs({
  options: {
    engine: { type: "string" },
    sizes: { type: "string", default: "1000,100000" },
    rounds: { type: "string", default: "1000" },
    results: { type: "string", default: "bench/results" },
  },
});
const SIZES = values.sizes.split(",").map(Number);
const ROUNDS = Number(values.rounds);
const WARM_UP = 20;
const STARTS = 3;
const GROWTH_MAX = 1.5;
const SEARCH_MAX = { growth: 3, p99Ms: 40 };
const MAIN_THREAD_MAX_MS = 4;
const START_MAX_MS = 2000;
const MEMORY_MAX_MB = 250;
/** The beginnings of the names of calls with a promise; for the others, only figures are printed. */
const PROMISED = ["list", "search", "detail", "vote"];

interface Standing {
  size: number;
  instance: Instance;
  server: ServerProcess;
  caller: Caller;
  startMs: number;
  /** What a call cost the server's main thread, in milliseconds. */
  mainThread: Map<string, number>;
}

async function grow(engine: Engine): Promise<string[]> {
  const standing: Standing[] = [];
  try {
    for (const size of SIZES) standing.push(await stand(engine, size));
    for (const [name, call] of Object.entries(CALLS)) {
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        for (const { caller, server, mainThread } of standing) {
          if (round === WARM_UP) mainThread.set(name, -mainThreadMs(server.pid));
          const begun = performance.now();
          const counts = await call(caller, round);
          const took = performance.now() - begun;
          if (round >= WARM_UP && counts) note(caller, name, took);
        }
      }
      for (const { server, mainThread } of standing) {
        const spent = mainThreadMs(server.pid) + (mainThread.get(name) ?? 0);
        mainThread.set(name, spent / ROUNDS);
      }
    }
    return [...report(engine, standing), ...(await checkAll(standing))];
  } finally {
    for (const { instance, server, caller } of standing) {
      await caller.close();
      await server.stop();
      await instance.atEnd.disposeAsync();
    }
  }
}

async function stand(engine: Engine, size: number): Promise<Standing> {
  const instance = await createInstance(engine);
  const server = new ServerProcess(instance);
  await server.start();
  await server.stop();
  const begun = performance.now();
  const seeded = await fillInstance(instance, size);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const starts: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    await server.stop();
    const start = performance.now();
    await server.start();
    const { status } = await fetch(new URL("/readyz", server.url));
    if (status !== 200) throw new Error(`/readyz answered ${status}`);
    starts.push(performance.now() - start);
  }
  const startMs = quantile(starts, 0.5);
  console.log(
    `${engine}, ${size} surveys: filled in ${seconds} s, ready in ${startMs.toFixed(0)} ms`,
  );
  const caller = await enter(server.url, size, seeded);
  return { size, instance, server, caller, startMs, mainThread: new Map() };
}

function note({ times }: Caller, name: string, took: number): void {
  times.set(name, [...(times.get(name) ?? []), took]);
}

const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;

/** The total cost of these calls with each number of surveys. */
function growthOf(name: string, calls: readonly string[], standing: readonly Standing[]) {
  const sizes = standing.map(({ size, caller }) => {
    const times = calls.flatMap((call) => caller.times.get(call) ?? []);
    return { size, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
  });
  const [first, last] = [sizes[0], sizes.at(-1)];
  const growth = {
    median: (last?.median ?? 0) / (first?.median ?? 1),
    p99: (last?.p99 ?? 0) / (first?.p99 ?? 1),
  };
  return { name, sizes, growth };
}

type Growth = ReturnType<typeof growthOf>;

function above({ name, sizes, growth }: Growth): string[] {
  if (!/^(every )?search/.test(name)) {
    return Object.entries(growth)
      .filter(([, times]) => times > GROWTH_MAX)
      .map(([at, times]) => `${name} costs × ${times.toFixed(2)} at ${at}`);
  }
  const p99 = sizes.at(-1)?.p99 ?? 0;
  return [
    ...(growth.median > SEARCH_MAX.growth
      ? [`${name} costs × ${growth.median.toFixed(2)} at the median`]
      : []),
    ...(p99 > SEARCH_MAX.p99Ms ? [`${name} takes ${p99.toFixed(1)} ms at p99`] : []),
  ];
}

/** Prints and saves the figures; returns those that are worse than promised. */
function report(engine: Engine, standing: readonly Standing[]): string[] {
  const names = Object.keys(CALLS);
  const calls = names.map((name) => growthOf(name, [name], standing));
  const ofKind = (kind: string) => names.filter((name) => name.startsWith(kind));
  const kinds = PROMISED.map((kind) => growthOf(`every ${kind}`, ofKind(kind), standing));
  const promised = calls.filter(({ name }) => PROMISED.some((kind) => name.startsWith(kind)));
  const broken = [...promised, ...kinds].flatMap(above).map((more) => `${engine}: ${more}`);
  for (const name of names.filter((one) => /^(search|words)/.test(one))) {
    const spent = standing.map(({ mainThread }) => mainThread.get(name) ?? 0);
    const each = spent.map((ms) => ms.toFixed(2)).join(" / ");
    console.log(`${engine}, ${name}: ${each} ms of the main thread`);
    if (Math.max(...spent) > MAIN_THREAD_MAX_MS)
      broken.push(`${engine}: ${name} takes ${each} ms of the main thread`);
  }
  const instances = standing.map(({ size, server, startMs }) => {
    const memoryMb = server.memory() / 2 ** 20;
    console.log(`${engine}, ${size} surveys: ${memoryMb.toFixed(0)} MB of memory after the calls`);
    if (startMs > START_MAX_MS)
      broken.push(`${engine}: ${size} surveys are ready after ${startMs} ms`);
    if (memoryMb > MEMORY_MAX_MB) broken.push(`${engine}: ${size} surveys take ${memoryMb} MB`);
    return { size, startMs, memoryMb };
  });
  print([...calls, ...kinds]);
  mkdirSync(values.results, { recursive: true });
  const machine = { cores: availableParallelism(), node: process.version };
  const file = `${values.results}/growth-${engine}.json`;
  const figures = { engine, rounds: ROUNDS, machine, instances, calls, kinds };
  writeFileSync(file, JSON.stringify(figures, null, 2));
  return broken;
}

function print(calls: readonly Growth[]): void {
  const cell = ({ median, p99 }: Growth["growth"]) =>
    `${median.toFixed(2)} / ${p99.toFixed(2)}`.padStart(16);
  console.log(
    `${"median / p99 in ms".padEnd(36)}${SIZES.map((size) => `${size}`.padStart(16)).join("")}           growth`,
  );
  for (const { name, sizes, growth } of calls) {
    console.log(`${name.padEnd(36)}${sizes.map(cell).join("")}${cell(growth)}`);
  }
}

async function checkAll(standing: readonly Standing[]): Promise<string[]> {
  const found = await Promise.all(
    standing.map(({ instance, caller }) => checkVotes(instance, caller.votes)),
  );
  const accepted = standing.reduce((sum, { caller }) => sum + caller.votes.length, 0);
  console.log(`${accepted} accepted votes checked against the rows`);
  return found.flat();
}

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const broken: string[] = [];
for (const engine of engines) broken.push(...(await grow(engine)));
endPostgres();
for (const line of broken) console.error(`BROKEN: ${line}`);
console.log(broken.length === 0 ? "growth: every promise held" : `growth: ${broken.length} broken`);
process.exitCode = broken.length === 0 ? 0 : 1;
