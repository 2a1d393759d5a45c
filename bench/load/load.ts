// How fast the built product is compared with a baseline, a bare node:http server on the same machine:
//   npm run bench -- --engine both --rounds 5 --seconds 3 [--only votes] [--json result.json]
// Each round measures every part right after the baseline, so that a noisy machine slows both.
// Printed are the medians and ranges of the ratios, and the processor time of an answer, which is the
// best comparison of two versions on a noisy machine. Every vote is compared with the rows afterwards.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createInstance, type Engine } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { median } from "../median.ts";
import { partsOf, VOTES_SPREAD, VOTES_VIRAL } from "./parts.ts";
import { pgbench } from "./pgbench.ts";
import { createSeed } from "./seed.ts";
import { VoteCheck } from "./vote-check.ts";
import { fire, type Run, requireWrk } from "./wrk.ts";

const { values } = parseArgs({
  options: {
    engine: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    voters: { type: "string", default: "20000" },
    only: { type: "string", default: "" },
    json: { type: "string" },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const VIRAL_PROMISED = 0.8;
const PGBENCH_PROMISED = 1.5;
const MEMORY_PROMISED_MB = 250;

/** The measurements of one part in all rounds. */
interface Seen {
  part: string;
  promised: number | undefined;
  ratios: number[];
  perSecond: number[];
  p99: number[];
  /** The server's processor time per answer, in microseconds. */
  cpu: number[];
}

async function load(engine: Engine, baseline: string) {
  await using atEnd = new AsyncDisposableStack();
  const instance = await createInstance(engine);
  atEnd.defer(() => instance.atEnd.disposeAsync());
  const server = new ServerProcess(instance);
  await server.start();
  atEnd.defer(() => server.kill());
  const seed = await createSeed(server, Number(values.voters), ROUNDS);
  const parts = partsOf(seed, engine).filter((part) => part.name.includes(values.only));
  const check = new VoteCheck(seed);
  const found: string[] = [];
  const seen = parts.map(
    (part): Seen => ({
      part: part.name,
      promised: part.promised,
      ratios: [],
      perSecond: [],
      p99: [],
      cpu: [],
    }),
  );
  const single: number[] = [];
  let memory = 0;

  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, part] of parts.entries()) {
      const how = { seconds: SECONDS, connections: part.connections, once: part.once ?? false };
      const beside = await fire(baseline, [{ path: "/" }], { ...how, once: false });
      const shots = part.shots(round);
      const before = server.processorSeconds();
      const run = await fire(server.url, shots, how);
      const spent = server.processorSeconds() - before;
      if (run.refused + run.broken > 0) {
        found.push(`${part.name}: ${run.refused} refused and ${run.broken} broken`);
      }
      if (part.name === VOTES_SPREAD || part.name === VOTES_VIRAL) check.add(shots, run);
      memory = Math.max(memory, server.memory() / 1e6);
      seen[i]?.ratios.push(perSecond(run) / perSecond(beside));
      seen[i]?.perSecond.push(perSecond(run));
      seen[i]?.p99.push(run.p99);
      seen[i]?.cpu.push((spent * 1e6) / run.answered);
    }
    if (instance.databaseUrl && "votes".includes(values.only)) {
      const votes = await pgbench(instance.databaseUrl, 50, SECONDS);
      if (votes) single.push(votes);
    }
  }

  console.log(`\n${engine}, ${ROUNDS} rounds, ratios to the baseline`);
  console.table(Object.fromEntries(seen.map((one) => [one.part, row(one)])));
  found.push(...seen.flatMap(broken), ...(await check.compare(instance)));
  const votes = (name: string) => median(seen.find((one) => one.part === name)?.perSecond ?? []);
  const viral = votes(VOTES_VIRAL) / votes(VOTES_SPREAD);
  if (viral > 0) {
    console.log(`one viral survey: ${viral.toFixed(2)} of the votes spread over 50`);
    if (viral < VIRAL_PROMISED) found.push(`a viral survey is ${viral.toFixed(2)} as fast`);
  }
  if (single.length > 0) {
    const times = votes(VOTES_SPREAD) / median(single);
    console.log(
      `pgbench, one vote a transaction: ${Math.round(median(single))}/s; ours ${times.toFixed(2)} times`,
    );
    if (times < PGBENCH_PROMISED) found.push(`only ${times.toFixed(2)} times pgbench`);
  }
  console.log(`resident memory at most ${Math.round(memory)} MB`);
  if (memory > MEMORY_PROMISED_MB) found.push(`${Math.round(memory)} MB of memory`);
  return { engine, seen, pgbench: single, memory, found };
}

const perSecond = (run: Run) => run.answered / run.seconds;

const row = ({ ratios, promised, perSecond, p99, cpu }: Seen) => ({
  ratio: median(ratios).toFixed(2),
  range: `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
  promised: promised?.toFixed(2) ?? "",
  "per second": Math.round(median(perSecond)),
  "p99 ms": median(p99).toFixed(1),
  "CPU µs": Math.round(median(cpu)),
});

const broken = ({ part, ratios, promised = 0 }: Seen): string[] =>
  median(ratios) < promised ? [`${part}: ${median(ratios).toFixed(2)}, promised ${promised}`] : [];

async function startBaseline(): Promise<{ url: string; process: ChildProcess }> {
  const script = join(import.meta.dirname, "baseline-server.ts");
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { url: String(line).trim(), process: child };
}

requireWrk();
const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const baseline = await startBaseline();
const results = [];
for (const engine of engines) results.push(await load(engine, baseline.url));
baseline.process.stdin?.end();
endPostgres();
if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2));
const found = results.flatMap((result) => result.found.map((line) => `${result.engine}: ${line}`));
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "bench: every promise held" : `bench: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
