// Runs all checks, those whose names begin with an argument, or those that cover a given file:
//   npm test -- quick
//   npm test -- types server
//   npm test -- e2e/vote-on-a-survey.spec.ts
import { globSync } from "node:fs";
import {
  budgetOf,
  complaintAbout,
  slowest,
  slownessDuring,
  usedSeconds,
} from "./checks/budgets.ts";
import { changedFiles, testsOf } from "./checks/changed-tests.ts";
import { type Counts, mainJourneys, steps, sum, tidyUp } from "./checks/check-steps.ts";
import { withoutEngine } from "./checks/engine-tests.ts";

/** A check that runs as a whole, or only these test files. */
interface Chosen {
  name: string;
  step: (files: string[]) => Promise<Counts>;
  files: string[];
}

const args = process.argv.slice(2);
const chosen = args.join() === "quick" ? quickChecks() : checksNamed(args);
const results: Counts[] = [];
const seconds = new Map<string, number>();
for (const check of chosen) results.push(await run(check));
await tidyUp();
const total = sum(results);
if (chosen.length > 1) console.log(`\n${shares()}`);
// Once more at the end, since the beginning of a long log is often cut off.
if (total.failures?.length) console.log(`\nFailed:\n${total.failures.join("\n")}`);
console.log(`\n${inWords(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;

function checksNamed(args: readonly string[]): Chosen[] {
  const files = args.filter((arg) => /[./]/.test(arg));
  const prefixes = args.filter((arg) => !files.includes(arg));
  const names = prefixes.length > 0 ? prefixes : files.map(checkOf);
  const known = Object.keys(steps);
  const unknown = names.filter((name) => !known.some((check) => check.startsWith(name)));
  if (unknown.length > 0) {
    console.error(`No such check: ${unknown.join(", ")}. There are: quick, ${known.join(", ")}`);
    process.exit(2);
  }
  return Object.entries(steps)
    .filter(([check]) => names.length === 0 || names.some((name) => check.startsWith(name)))
    .map(([name, step]) => ({ name, step, files: filesOf(name, files) }));
}

/** The code as a whole, the tests of what was changed, and the main journeys. */
function quickChecks(): Chosen[] {
  const changed = changedFiles();
  const tests = globSync("{bench,contract,scripts,server,testing,web}/**/*.test.{ts,tsx}");
  const files = changed ? testsOf(changed, tests) : tests;
  console.log(
    `${files.length} of ${tests.length} test files, for ${changed?.length} changed files`,
  );
  const whole = ["types", "lint"];
  return Object.entries(steps)
    .map(([name, step]) => ({ name, step, files: filesOf(name, files) }))
    .filter(({ name, files }) => whole.includes(name) || files.length > 0)
    .filter(({ name }) => name !== "server-postgres")
    .concat({ name: "e2e @main", step: mainJourneys, files: [] });
}

/** The beginning of the names of the checks that run a test file. */
function checkOf(file: string): string {
  if (file.includes(".browser.test.")) return "components";
  if (withoutEngine.includes(file)) return "unit";
  if (file.startsWith("server/")) return "server";
  return file.startsWith("e2e/") ? "e2e" : "unit";
}

function filesOf(check: string, files: readonly string[]): string[] {
  return files.filter((file) => check.startsWith(checkOf(file)));
}

async function run({ name, step, files }: Chosen): Promise<Counts> {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const usedBefore = usedSeconds();
  const { result: counts, slowness } = await slownessDuring(() =>
    step(files).catch((error: unknown): Counts => {
      console.error(error);
      return { passed: 0, failed: 1, failures: [`${name}: ${error}`] };
    }),
  );
  seconds.set(name, (performance.now() - start) / 1000);
  const isWhole = files.length === 0;
  if (isWhole && counts.seconds?.size) console.log(`Slowest: ${slowest(counts.seconds)}`);
  const used = usedSeconds() - usedBefore;
  const budget = isWhole ? budgetOf(name, slowness) : Infinity;
  if (used > budget) {
    const complaint = complaintAbout(name, used, budget, counts.seconds);
    console.error(complaint);
    counts.failed += 1;
    counts.failures = [...(counts.failures ?? []), complaint];
  }
  const state = counts.failed === 0 ? "good" : "FAILED";
  const most = budget < Infinity ? ` of ${budget.toFixed(0)}` : "";
  const share = used > 0 ? ` (${used.toFixed(0)}${most} s of processor time)` : "";
  const tests = counts.passed + counts.failed > 0 ? `, ${inWords(counts)}` : "";
  console.log(`── ${name}: ${state} in ${inSeconds(name)}${share}${tests}`);
  return counts;
}

/** Each check's share of the time. */
function shares(): string {
  const all = [...seconds.values()].reduce((total, one) => total + one, 0);
  const lines = [...seconds].map(([name, one]) => {
    const share = `${Math.round((100 * one) / all)} %`;
    return `${inSeconds(name).padStart(9)} ${share.padStart(5)}  ${name}`;
  });
  return lines.join("\n");
}

function inSeconds(check: string): string {
  return `${(seconds.get(check) ?? 0).toFixed(1)} s`;
}

function inWords({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}
