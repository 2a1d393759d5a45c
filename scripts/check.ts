// Runs all checks, those whose names begin with an argument, or those that cover a given file:
//   npm test -- quick
//   npm test -- types server
//   npm test -- e2e/vote-on-a-survey.spec.ts
import { type Counts, quickSteps, steps, sum, tidyUp } from "./checks/check-steps.ts";
import { withoutEngine } from "./checks/engine-tests.ts";

const args = process.argv.slice(2);
const files = args.filter((arg) => /[./]/.test(arg));
const prefixes = args.filter((arg) => !files.includes(arg));
const names = prefixes.length > 0 ? prefixes : files.map(checkOf);
const known = Object.keys(steps);
const unknown = names.filter((name) => !known.some((step) => step.startsWith(name)));
const isQuick = args.join() === "quick";
if (unknown.length > 0 && !isQuick) {
  console.error(`No such check: ${unknown.join(", ")}. There are: quick, ${known.join(", ")}`);
  process.exit(2);
}
const chosen = Object.entries(isQuick ? quickSteps : steps).filter(
  ([step]) => isQuick || names.length === 0 || names.some((name) => step.startsWith(name)),
);

const results: Counts[] = [];
for (const [name, step] of chosen) {
  const own = files.filter((file) => name.startsWith(checkOf(file)));
  results.push(await timed(name, () => step(own)));
}
await tidyUp();
const total = sum(results);
console.log(`\n${inWords(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** The beginning of the names of the checks that run a test file. */
function checkOf(file: string): string {
  if (file.includes(".browser.test.")) return "components";
  if (withoutEngine.includes(file)) return "unit";
  if (file.startsWith("server/")) return "server";
  return file.startsWith("e2e/") ? "e2e" : "unit";
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

function inWords({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}
