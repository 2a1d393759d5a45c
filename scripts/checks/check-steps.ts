import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { run } from "node:test";
import { dot } from "node:test/reporters";
import { MINUTE_MS } from "#contract/durations.ts";
import { findChromium, installChromium } from "../../testing/chromium.ts";
import { createInstance, type Engine, type Instance } from "../../testing/instance.ts";
import { onEngines, withoutEngine } from "./engine-tests.ts";
import { readPlaywright, readVitest } from "./reports.ts";

export interface Counts {
  passed: number;
  failed: number;
  /** What failed, as far as it has a name. */
  failures?: readonly string[];
  /** Seconds by test file. */
  seconds?: ReadonlyMap<string, number>;
}

const UNIT_TESTS = ["{bench,contract,web,testing,scripts}/**/*.test.ts", ...withoutEngine];
const PRELOADED = ["./testing/cheap-work.ts", "./testing/file-limit.ts"];
const TEST_TIMEOUT_MS = 5 * MINUTE_MS;
/** `knip.config.ts` says which files, exports and packages count as used. */
const [KNIP, ...UNUSED] = ["node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"];
const ON_SQLITE = "--project=desk";
const color = `--colors=${process.stdout.isTTY ? "force" : "off"}`;

/** Every check by name, in the order in which they run; called with files, it checks only these. */
export const steps: Record<string, (files: string[]) => Promise<Counts>> = {
  types: async () =>
    sum(
      // Code for browsers also against the language version that the oldest of them support. Each
      // in one thread: several check many types again, for three times the processor time.
      await Promise.all(
        [".", "web"].map((project) =>
          command("node_modules/typescript/bin/tsc", "--singleThreaded", "-p", project),
        ),
      ),
    ),
  lint: async () =>
    sum([
      await command("node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", color),
      await command("scripts/checks/check-conventions.ts"),
      await command("scripts/checks/check-arrows.ts"),
      await command("scripts/checks/check-commits.ts"),
      await command(KNIP, ...UNUSED),
      await command(KNIP, ...UNUSED, "--production"),
    ]),
  audit: () => command("scripts/audit.ts"),
  unit: (files) => nodeTests(files, UNIT_TESTS, {}),
  "server-sqlite": testsOnSqlite,
  "server-postgres": async (files) => {
    const address = await postgresAddress();
    const { databaseUrl = "" } = await migratedTemplate("postgres");
    return nodeTests(files, onEngines.postgres, {
      TEST_ENGINE: "postgres",
      TEST_DATABASE_URL: address,
      TEST_TEMPLATE: new URL(databaseUrl).pathname.slice(1),
    });
  },
  components,
  e2e: async (files) => {
    const counts = await journeys(files);
    if (files.length > 0) return counts;
    // Uses the build that the journeys made.
    return sum([counts, await command("bench/page/weight.ts")]);
  },
};

/** The journeys of `npm test -- quick`. */
export const mainJourneys = () => journeys([ON_SQLITE, "--grep=@main"]);

/** Runs a Node program; a failure counts as one failed check. */
async function command(...args: string[]): Promise<Counts> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  return code === 0
    ? { passed: 0, failed: 0 }
    : { passed: 0, failed: 1, failures: [args.join(" ")] };
}

async function nodeTests(files: string[], all: string[], env: NodeJS.ProcessEnv): Promise<Counts> {
  const events = run({
    globPatterns: files.length > 0 ? files : all,
    execArgv: PRELOADED.flatMap((file) => ["--import", file]),
    // Tests on a database spend much of their time waiting.
    concurrency: (env.TEST_ENGINE ? 2 : 1) * availableParallelism(),
    timeout: TEST_TIMEOUT_MS,
    env: { ...process.env, ...env },
  });
  const seconds = new Map<string, number>();
  const failures: string[] = [];
  const counts = { passed: 0, failed: 0, failures, seconds };
  // A file's output is shown too: if it fails before its first test, there is nothing else.
  events.on("test:stdout", ({ message }) => process.stdout.write(message));
  events.on("test:stderr", ({ message }) => process.stderr.write(message));
  // The reporter prints failures at the end, which a run that is ended does not reach.
  events.on("test:fail", ({ name, file = "", details }) => {
    if (details.type === "suite") return;
    failures.push(`${relative(process.cwd(), file)}: ${name}`);
    console.error(`\n✖ ${failures.at(-1)}`);
  });
  events.on("test:summary", (summary) => {
    const { file, duration_ms } = summary;
    if (file) return void seconds.set(relative(process.cwd(), file), duration_ms / 1000);
    counts.passed = summary.counts.passed;
    counts.failed = summary.counts.tests - summary.counts.passed;
  });
  for await (const text of events.compose(dot)) process.stdout.write(text);
  if (counts.passed + counts.failed > 0) return counts;
  console.error("No tests found.");
  return { passed: 0, failed: 1 };
}

/** Together, the tests must also provoke every error that the contract declares. */
async function testsOnSqlite(files: string[]): Promise<Counts> {
  const provoked = mkdtempSync(join(scratch, "provoked-errors-"));
  const { dataDir } = await migratedTemplate("sqlite");
  const env = { TEST_ENGINE: "sqlite", TEST_TEMPLATE: dataDir, PROVOKED_ERRORS: provoked };
  const counts = await nodeTests(files, onEngines.sqlite, env);
  if (files.length > 0) return counts;
  return sum([counts, await command("scripts/checks/check-errors.ts", provoked)]);
}

/** Tests components in isolation, in a real browser. */
async function components(files: string[]): Promise<Counts> {
  if (!findChromium()) installChromium();
  const report = join(scratch, "vitest.json");
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = "node_modules/vitest/vitest.mjs";
  const { failed } = await command(vitest, "run", ...reporters, ...files);
  const { tests, ...counts } = readVitest(report);
  return { ...counts, failed: Math.max(tests - counts.passed, failed) };
}

async function journeys(args: string[]): Promise<Counts> {
  const built = await command("scripts/setup.mjs", "--build");
  if (built.failed > 0) return built;
  if (!findChromium()) installChromium();
  const report = join(scratch, "playwright.json");
  if (!args.includes(ON_SQLITE)) process.env.TEST_DATABASE_URL = await postgresAddress();
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const reporters = "--reporter=list,json";
  await command("node_modules/@playwright/test/cli.js", "test", reporters, ...args);
  return readPlaywright(report);
}

/** Holds all temporary files until the end; PostgreSQL's user must be able to traverse it. */
const scratch = mkdtempSync(join(tmpdir(), "kanaat-check-"));
chmodSync(scratch, 0o711);
process.env.TMPDIR = scratch;
process.env.DECODED_PICTURES = join(scratch, "decoded-pictures");
mkdirSync(process.env.DECODED_PICTURES);
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

let postgres: ChildProcess | undefined;

/** TEST_DATABASE_URL, or the address of a server that is started once and ends with this process. */
async function postgresAddress(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  // No test cuts the power, which is the only way to lose what is not yet on the disk.
  postgres = spawn(process.execPath, ["scripts/postgres.ts", "fsync=off"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const address = await Promise.race([
    once(postgres.stdout ?? postgres, "data").then(([line]) => String(line).trim()),
    once(postgres, "exit").then(() => Promise.reject(new Error("PostgreSQL did not start."))),
  ]);
  process.env.TEST_DATABASE_URL = address;
  return address;
}

const templates: Instance[] = [];

/** An instance with all tables, which tests copy instead of migrating each time. */
async function migratedTemplate(engine: Engine): Promise<Instance> {
  const { openDatabase } = await import("../../server/db/open.ts");
  const template = await createInstance(engine);
  templates.push(template);
  const db = await openDatabase(template);
  await db.close();
  return template;
}

/** Ends everything that the checks have started. */
export async function tidyUp(): Promise<void> {
  for (const { atEnd } of templates) await atEnd.disposeAsync();
  if (!postgres || postgres.exitCode !== null) return;
  postgres.stdin?.end();
  await once(postgres, "exit");
}

export function sum(all: Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    failures: all.flatMap(({ failures = [] }) => failures),
    seconds: new Map(all.flatMap(({ seconds = [] }) => [...seconds])),
  };
}
