// The cost of sealing surveys with very many votes, of comparing them with their votes, and of checking the
// seals: time, peak memory, the longest hold-up of the event loop, and how long requests wait meanwhile.
//   npm run bench:seal -- --engine both --votes 1000000,2000000,5000000
// Fails if memory grows with the votes. TMPDIR says where data is stored: five million votes take 2 GB.
// Rules: R381, R382.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { createApi } from "#testing/api.ts";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { enginesOf, providePostgres, query } from "../engines.ts";

const { values } = parseArgs({
  options: {
    engine: { type: "string" },
    votes: { type: "string", default: "1000000,2000000,5000000" },
  },
});
const VOTES = values.votes.split(",").map(Number);
/** Much less than the difference between the receipts of the largest and the smallest survey. */
const GROWTH_MAX_MB = 48;

interface Figures {
  seconds: number;
  peakMb: number;
  held: HeldUp;
  waits: number[];
}

/** The longest hold-up of the product's event loop, and the processor time used during it. */
interface HeldUp {
  ms: number;
  processorMs: number;
  /** True until the line that covers the end of the start, which is not measured. */
  isStarting: boolean;
}

const seconds = (since: number) => (performance.now() - since) / 1000;

/** Peak resident memory of a process, in MB; 0 once it has ended. */
function peakOf(pid: number | undefined): number {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, "utf8") : "";
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** A survey that ended an hour ago with this many votes on two options. */
async function fill(instance: Instance, votes: number): Promise<number> {
  const server = new ServerProcess(instance, { preload: "./testing/cheap-passwords.ts" });
  await server.start();
  const api = createApi(server.url, fetch);
  const { id, options } = await publishSurvey(api, await signUp(api));
  await server.stop();
  const sql = await openPlainSql(instance);
  const [one = 0, other = 0] = options.map((option) => option.id);
  await sql.run("begin");
  await sql.run(`insert into votes (survey_id, user_id, option_id)
    select ${id}, 1000000 + i, case when i % 2 = 0 then ${one} else ${other} end
    from ${sql.series(votes)}`);
  await sql.run(`update options set vote_count =
    (select count(*) from votes where votes.option_id = options.id) where survey_id = ${id}`);
  const end = Date.now() - HOUR_MS;
  await sql.run(`update surveys set expire_time = ${end}, start_time = ${end - MINUTE_MS},
    end_notified_at = ${end} where id = ${id}`);
  await sql.run("commit");
  if (instance.databaseUrl) await sql.run("vacuum analyze votes");
  await sql.close();
  return id;
}

/** Starts the product and requests the seal repeatedly until `isDone`. */
async function measure(
  server: ServerProcess,
  held: HeldUp,
  id: number,
  isDone: () => Promise<boolean>,
): Promise<Figures> {
  await server.start();
  Object.assign(held, { ms: 0, processorMs: 0, isStarting: true });
  const begun = performance.now();
  const waits: number[] = [];
  let [done, checkedAt] = [false, performance.now()];
  while (!done) {
    const asked = performance.now();
    await (await fetch(`${server.url}/api/auth/surveys/${id}/seal`)).text();
    waits.push(performance.now() - asked);
    if (performance.now() - checkedAt > 1000) {
      done = await isDone();
      checkedAt = performance.now();
    }
    await sleep(10);
  }
  return { seconds: seconds(begun), peakMb: peakOf(server.pid), held: { ...held }, waits };
}

const quantile = (times: readonly number[], q: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * q)] ?? 0).toFixed(0);

function print(what: string, { seconds, peakMb, held, waits }: Figures): void {
  const waited = `requests ${quantile(waits, 0.5)}, ${quantile(waits, 0.99)}, ${quantile(waits, 1)} ms`;
  const heldUp = `loop held up ${held.ms} ms (${held.processorMs} ms of processor time)`;
  const load = `load ${loadavg()[0]?.toFixed(0)}`;
  console.log(
    `${what}: ${seconds.toFixed(0)} s, ${peakMb.toFixed(0)} MB, ${heldUp}, ${waited}, ${load}`,
  );
}

/** Downloads the bundle and checks it with the command. Returns the command's peak memory in MB. */
async function verify(server: ServerProcess, id: number, folder: string): Promise<number> {
  const file = join(folder, "bundle.json");
  const asked = performance.now();
  const { body } = await fetch(`${server.url}/api/auth/surveys/${id}/seal/bundle`);
  if (!body) throw new Error("The bundle is empty.");
  await writeFile(file, body);
  const downloaded = seconds(asked);
  const keys = join(folder, "keys.json");
  const published = await fetch(`${server.url}/.well-known/kanaat-signing-key`);
  await writeFile(keys, await published.text());
  const peak = peakOf(server.pid);
  const begun = performance.now();
  const command = spawn(process.execPath, ["scripts/verify.ts", file, "--key", keys], {
    stdio: "inherit",
  });
  const commandMb = await peakUntilEnd(command);
  if (command.exitCode !== 0) throw new Error("The bundle does not hold.");
  const mb = ((await stat(file)).size / 1e6).toFixed(0);
  console.log(
    `  bundle of ${mb} MB: downloaded in ${downloaded.toFixed(1)} s, server's peak ${peak.toFixed(0)} MB; ` +
      `verified in ${seconds(begun).toFixed(0)} s with ${commandMb.toFixed(0)} MB`,
  );
  return commandMb;
}

async function peakUntilEnd(command: ChildProcess): Promise<number> {
  const ended = once(command, "exit");
  let [peak, isRunning] = [0, true];
  void ended.then(() => {
    isRunning = false;
  });
  for (; isRunning; await sleep(50)) peak = Math.max(peak, peakOf(command.pid));
  return peak;
}

/** Returns the peak memory of sealing, of comparing and of the command, in MB. */
async function sealOne(engine: Engine, votes: number): Promise<number[]> {
  const instance = await createInstance(engine);
  await using _ = instance.atEnd;
  const id = await fill(instance, votes);
  const held: HeldUp = { ms: 0, processorMs: 0, isStarting: true };
  const server = new ServerProcess(instance, {
    preload: "./bench/seal/loop-watch.ts",
    onLine: (line) => {
      const [, ms, processorMs] = /^loop (\d+) (\d+)$/.exec(line) ?? [];
      if (ms === undefined) console.log(line);
      else if (held.isStarting) held.isStarting = false;
      else if (Number(ms) > held.ms) {
        Object.assign(held, { ms: Number(ms), processorMs: Number(processorMs) });
      }
    },
  });
  instance.atEnd.defer(async () => void (await server.stop()));
  const isThere = (sql: string) => async () => (await query(instance, sql)).length > 0;
  const sealed = await measure(server, held, id, isThere("select survey_id from seals"));
  print(`${engine}, ${votes} votes, sealed`, sealed);
  await server.stop();
  await query(instance, "update seals set checked_at = 0");
  const compared = await measure(
    ...([server, held, id] as const),
    isThere("select survey_id from seals where checked_at > 0 and difference is null"),
  );
  print(`${engine}, ${votes} votes, compared`, compared);
  const commandMb = await verify(server, id, instance.dataDir);
  return [sealed.peakMb, compared.peakMb, commandMb];
}

const endPostgres = await providePostgres();
for (const engine of enginesOf(values.engine)) {
  const peaks: number[][] = [];
  for (const votes of VOTES) peaks.push(await sealOne(engine, votes));
  for (const [i, what] of ["sealing", "comparing", "verify"].entries()) {
    const growth = (peaks.at(-1)?.[i] ?? 0) - (peaks[0]?.[i] ?? 0);
    if (growth <= GROWTH_MAX_MB) continue;
    console.log(`BROKEN: ${engine}, ${what} takes ${growth.toFixed(0)} MB more for more votes`);
    process.exitCode = 1;
  }
}
endPostgres();
