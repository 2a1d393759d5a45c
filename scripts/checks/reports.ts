import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** Returns how many tests passed of how many in a report of Vitest, which failed, and seconds by file. */
export function readVitest(path: string) {
  const report: VitestReport = JSON.parse(readFileSync(path, "utf8"));
  const seconds = report.testResults.map(
    ({ name, startTime, endTime }) =>
      [relative(process.cwd(), name), (endTime - startTime) / 1000] as const,
  );
  return {
    passed: report.numPassedTests,
    tests: report.numTotalTests,
    failures: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName }) => `${relative(process.cwd(), name)}: ${fullName}`),
    ),
    seconds: new Map(seconds),
  };
}

/** Returns how many journeys passed and failed in a report of Playwright, which, and seconds by file. */
export function readPlaywright(path: string) {
  const { stats, errors, suites }: PlaywrightReport = JSON.parse(readFileSync(path, "utf8"));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
    failures: suites.flatMap((suite) => failuresIn(suite, `e2e/${suite.file}`)),
    seconds: new Map(suites.map((suite) => [`e2e/${suite.file}`, secondsOf(suite)])),
  };
}

interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

interface PlaywrightReport {
  stats: Record<"expected" | "flaky" | "unexpected" | "skipped", number>;
  errors: unknown[];
  suites: Suite[];
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs: { title: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
}

function failuresIn({ specs, suites = [] }: Suite, file: string): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`);
  return [...own, ...suites.flatMap((suite) => failuresIn(suite, file))];
}

function secondsOf({ specs, suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const own = results.reduce((total, { duration }) => total + duration / 1000, 0);
  return suites.reduce((total, suite) => total + secondsOf(suite), own);
}
