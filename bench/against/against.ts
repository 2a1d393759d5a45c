// Compares this commit (HEAD) with others on one machine, in alternating rounds:
//   npm run bench:against -- 769c8c6 e35a785 [--only reads,signed-in,documents,pages,votes,memory,start,size]
//     [--engine both] [--rounds 5] [--seconds 1] [--home <folder>] [--json result.json] [--record] [--sabotage]
// Promised: no part is below its bound in bench/baselines.json. Judged is the ratio of the least processor
// time per response in all rounds (votes: with PostgreSQL's, and with what is written within a second):
// other programs on the machine can only add to it, while they halve requests a second, which are printed
// beside it (ADR-048). Memory and size are judged by their medians in megabytes.
// Each commit is installed and built below --home, and started by its own `npm start`; only people who vote
// are inserted into its database. On a quiet machine it takes about twelve minutes with both engines and two commits.
// --record writes what commits named in bench/baselines.json measured into that file. --sabotage slows down
// each response of this commit; the bench must then report it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { enginesOf, providePostgres } from "../engines.ts";
import { requireWrk } from "../load/wrk.ts";
import { median } from "../median.ts";
import { EarlierRelease } from "../upgrade/earlier-release.ts";
import { installedMegabytes } from "./released-server.ts";
import { type Commit, measureRounds } from "./rounds.ts";
import { judge, judgedCost, KINDS, type Kind, type Measured, rowOf, succeeds } from "./verdict.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: KINDS.join() },
    engine: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "1" },
    voters: { type: "string", default: "20000" },
    home: { type: "string" },
    json: { type: "string" },
    record: { type: "boolean", default: false },
    sabotage: { type: "boolean", default: false },
  },
});
const BASELINES = join(import.meta.dirname, "../baselines.json");

interface Baselines {
  bounds: Record<Kind, number>;
  commits: Record<string, { title: string; measured?: { machine: string; parts: object } }>;
}

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

function kindsOf(only: string): Set<Kind> {
  const names = only.split(",");
  const unknown = names.filter((name) => !KINDS.some((kind) => kind === name));
  if (unknown.length > 0) throw new Error(`--only takes ${KINDS.join()}, not ${unknown.join()}.`);
  return new Set(KINDS.filter((kind) => names.includes(kind)));
}

async function install(commits: readonly string[], home: string): Promise<Commit[]> {
  const installed: Commit[] = [];
  for (const name of commits) {
    const { folder } = await EarlierRelease.install(name, home);
    console.log(`installed ${name.slice(0, 8)}`);
    installed.push({ name, folder });
  }
  return installed;
}

function sizesOf(commits: readonly Commit[]): Measured[][] {
  return commits.map(({ folder }) => {
    const rounds = [{ cost: installedMegabytes(folder) }];
    return [{ part: "size installed", kind: "size", unit: "MB", rounds }];
  });
}

async function measure(commits: readonly Commit[], kinds: Set<Kind>): Promise<Measured[][]> {
  const plan = {
    kinds,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    voters: Number(values.voters),
  };
  const runs = [kinds.has("size") ? sizesOf(commits) : []];
  for (const engine of enginesOf(values.engine)) {
    if (engine === "postgres" && !kinds.has("votes")) continue;
    const endPostgres = engine === "postgres" ? await providePostgres() : () => undefined;
    runs.push(await measureRounds(engine, commits, plan));
    endPostgres();
  }
  return commits.map((_, at) => runs.flatMap((run) => run[at] ?? []));
}

function record(baselines: Baselines, name: string, measured: readonly Measured[]): void {
  const known = baselines.commits[name];
  if (!known) return;
  const rounded = (value: number) => Number(value.toPrecision(3));
  const parts = measured.filter(succeeds).map(({ part, unit, kind, rounds }) => {
    const clock = rounded(median(rounds.map((round) => round.clock ?? Number.NaN)));
    const onTheClock = kind === "start" ? "ms on the clock" : "per second";
    const cost = rounded(
      judgedCost(
        unit,
        rounds.map((round) => round.cost),
      ),
    );
    return [part, { [unit]: cost, ...(clock > 0 && { [onTheClock]: clock }) }];
  });
  known.measured = {
    machine: `${cpus().length} × ${cpus()[0]?.model}`,
    parts: { ...known.measured?.parts, ...Object.fromEntries(parts) },
  };
}

requireWrk();
if (positionals.length === 0) throw new Error("Name the commits to compare this one with.");
const kinds = kindsOf(values.only);
const baselines: Baselines = JSON.parse(readFileSync(BASELINES, "utf8"));
const [head = "", ...others] = ["HEAD", ...positionals].map((name) =>
  git("rev-parse", "--verify", `${name}^{commit}`),
);
if (git("status", "--porcelain") !== "") console.warn("Uncommitted changes are not measured.");
const home = values.home ?? mkdtempSync(join(tmpdir(), "kanaat-releases-"));
const found: string[] = [];
try {
  const [ours, ...theirs] = await install([head, ...others], home);
  if (!ours) throw new Error("This commit is not installed.");
  const slow = `--import=${join(import.meta.dirname, "../sabotage/slow-responses.ts")}`;
  if (values.sabotage) ours.env = { NODE_OPTIONS: slow };
  console.log(
    `Load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors at the start`,
  );
  const [measured = [], ...besides] = await measure([ours, ...theirs], kinds);
  console.log(`Load average ${loadavg()[0]?.toFixed(1)} at the end, that of the bench included`);
  for (const [at, beside] of besides.entries()) {
    const name = others[at] ?? "";
    const verdict = judge(measured, beside, baselines.bounds);
    console.log(
      `\n${head.slice(0, 8)} beside ${name.slice(0, 8)} ${baselines.commits[name]?.title ?? ""}`,
    );
    console.table(Object.fromEntries(verdict.comparisons.map((one) => [one.part, rowOf(one)])));
    for (const part of verdict.missing) console.log(`not comparable: ${part}`);
    found.push(...verdict.found.map((line) => `beside ${name.slice(0, 8)}: ${line}`));
    if (values.record) record(baselines, name, beside);
  }
  if (values.record) writeFileSync(BASELINES, `${JSON.stringify(baselines, null, 2)}\n`);
  if (values.json) {
    const all = [head, ...others].map((commit, at) => ({
      commit,
      measured: [measured, ...besides][at],
    }));
    writeFileSync(values.json, JSON.stringify(all, null, 2));
  }
} finally {
  if (!values.home) rmSync(home, { recursive: true, force: true });
}
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "against: every bound held" : `against: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
