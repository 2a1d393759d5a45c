// Runs all checks, or those whose names begin as given, or those that a given file belongs to:
//   npm test -- types server
//   npm test -- e2e/vote-on-a-survey.spec.ts
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { dot } from "node:test/reporters";
import { findChromium, installChromium } from "./chromium.ts";

interface Counts {
  passed: number;
  failed: number;
}

const color = `--colors=${process.stdout.isTTY ? "force" : "off"}`;
const UNIT_TESTS = ["{contract,web,testing,scripts}/**/*.test.ts"];
const SERVER_TESTS = ["server/**/*.test.ts"];

const steps: Record<string, (files: string[]) => Promise<Counts>> = {
  types: () => command("node_modules/typescript/bin/tsc", "-p", "."),
  lint: async () =>
    sum([
      await command(
        "node_modules/@biomejs/biome/bin/biome",
        "ci",
        "--error-on-warnings",
        color,
        ".",
      ),
      await command("scripts/check-house.ts"),
    ]),
  unit: (files) => nodeTests(files, UNIT_TESTS, {}),
  "server-sqlite": (files) => nodeTests(files, SERVER_TESTS, { TEST_ENGINE: "sqlite" }),
  "server-postgres": async (files) =>
    nodeTests(files, SERVER_TESTS, {
      TEST_ENGINE: "postgres",
      TEST_DATABASE_URL: await postgresAddress(),
    }),
  e2e: browserJourneys,
};

/** Runs a Node program; a failure counts as one failed check. */
async function command(...args: string[]): Promise<Counts> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

async function nodeTests(files: string[], patterns: string[], env: NodeJS.ProcessEnv) {
  const events = run({
    globPatterns: files.length > 0 ? files : patterns,
    concurrency: availableParallelism(),
    timeout: 300_000,
    env: { ...process.env, ...env },
  });
  const counts: Counts = { passed: 0, failed: 0 };
  // What a file prints is shown too: where it breaks before its first test, there is nothing else.
  events.on("test:stdout", ({ message }) => process.stdout.write(message));
  events.on("test:stderr", ({ message }) => process.stderr.write(message));
  events.on("test:summary", (summary) => {
    if (summary.file) return;
    counts.passed = summary.counts.passed;
    counts.failed = summary.counts.tests - summary.counts.passed;
  });
  for await (const text of events.compose(dot)) process.stdout.write(text);
  if (counts.passed + counts.failed > 0) return counts;
  console.error("No tests found.");
  return { passed: 0, failed: 1 };
}

async function browserJourneys(files: string[]): Promise<Counts> {
  const built = await command("scripts/setup.mjs", "--build");
  if (built.failed > 0) return built;
  if (!findChromium()) installChromium();
  const report = join(scratch, "playwright.json");
  process.env.TEST_DATABASE_URL = await postgresAddress();
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const reporters = "--reporter=list,json";
  await command("node_modules/@playwright/test/cli.js", "test", reporters, ...files);
  const { stats, errors } = JSON.parse(readFileSync(report, "utf8"));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  };
}

/** Everything temporary lies in one folder, gone at the end; PostgreSQL's user must pass through. */
function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kanaat-check-"));
  chmodSync(folder, 0o711);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
  process.env.TMPDIR = folder;
  return folder;
}

let postgres: ChildProcess | undefined;

/** Of TEST_DATABASE_URL, or of a server that is started once and ends with this process. */
async function postgresAddress(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  postgres = spawn(process.execPath, ["scripts/postgres.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const address = await Promise.race([
    once(postgres.stdout ?? postgres, "data").then(([line]) => String(line).trim()),
    once(postgres, "exit").then(() => Promise.reject(new Error("PostgreSQL did not start"))),
  ]);
  process.env.TEST_DATABASE_URL = address;
  return address;
}

function sum(all: Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
  };
}

async function timed(name: string, step: () => Promise<Counts>): Promise<Counts> {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const counts = await step().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const tests = counts.passed + counts.failed > 0 ? `, ${inWords(counts)}` : "";
  console.log(`── ${name}: ${counts.failed === 0 ? "good" : "FAILED"} in ${seconds} s${tests}`);
  return counts;
}

const inWords = ({ passed, failed }: Counts) => `${passed} passed, ${failed} failed`;

/** The names of the checks that a test file belongs to begin so. */
function checkOf(file: string): string {
  return file.startsWith("server/") || file.startsWith("e2e/")
    ? (file.split("/")[0] ?? "")
    : "unit";
}

const args = process.argv.slice(2);
const files = args.filter((arg) => /[./]/.test(arg));
const given = args.filter((arg) => !files.includes(arg));
const names = given.length > 0 ? given : files.map(checkOf);
const unknown = names.filter((name) => !Object.keys(steps).some((step) => step.startsWith(name)));
if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(", ")}. There are: ${Object.keys(steps).join(", ")}`,
  );
  process.exit(2);
}
const chosen = Object.entries(steps).filter(
  ([step]) => names.length === 0 || names.some((name) => step.startsWith(name)),
);
const scratch = scratchFolder();
const results: Counts[] = [];
for (const [name, step] of chosen) results.push(await timed(name, () => step(files)));
if (postgres) {
  postgres.stdin?.end();
  await once(postgres, "exit");
}
const total = sum(results);
console.log(`\n${inWords(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
