import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** Returns how many tests passed of how many in a report of Vitest, and seconds by file. */
export function readVitest(path: string) {
  const report: VitestReport = JSON.parse(readFileSync(path, "utf8"));
  const seconds = report.testResults.map(
    ({ name, startTime, endTime }) =>
      [relative(process.cwd(), name), (endTime - startTime) / 1000] as const,
  );
  return {
    passed: report.numPassedTests,
    tests: report.numTotalTests,
    seconds: new Map(seconds),
  };
}

/** Returns how many journeys passed and failed in a report of Playwright, and seconds by file. */
export function readPlaywright(path: string) {
  const { stats, errors, suites }: PlaywrightReport = JSON.parse(readFileSync(path, "utf8"));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
    seconds: new Map(suites.map((suite) => [`e2e/${suite.file}`, secondsOf(suite)])),
  };
}

interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

interface PlaywrightReport {
  stats: Record<"expected" | "flaky" | "unexpected" | "skipped", number>;
  errors: unknown[];
  suites: Suite[];
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
}

function secondsOf({ specs, suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const own = results.reduce((total, { duration }) => total + duration / 1000, 0);
  return suites.reduce((total, suite) => total + secondsOf(suite), own);
}
