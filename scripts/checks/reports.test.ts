import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { readPlaywright, readVitest } from "./reports.ts";

function written(t: TestContext, report: object): string {
  const folder = mkdtempSync(join(tmpdir(), "kanaat-report-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}

describe("a report", () => {
  it("of journeys counts flaky ones as passed, skipped ones as failed, and adds up each file", (t) => {
    const spec = (...durations: number[]) => ({
      title: `takes ${durations}`,
      ok: durations.length < 2,
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    });
    const suites = [
      { file: "a.spec.ts", specs: [spec(1000, 500)], suites: [{ file: "", specs: [spec(250)] }] },
      { file: "b.spec.ts", specs: [spec(2000)] },
    ];
    const stats = { expected: 3, flaky: 1, unexpected: 1, skipped: 1 };
    const read = readPlaywright(written(t, { stats, errors: ["cannot be loaded"], suites }));
    assert.deepEqual([read.passed, read.failed], [4, 3]);
    assert.deepEqual(read.failures, ["e2e/a.spec.ts: takes 1000,500"]);
    assert.deepEqual(
      [...read.seconds],
      [
        ["e2e/a.spec.ts", 1.75],
        ["e2e/b.spec.ts", 2],
      ],
    );
  });

  it("of components has the tests that passed, and seconds by file", (t) => {
    const name = resolve("web/a.browser.test.tsx");
    const assertionResults = [
      { fullName: "a draws", status: "passed" },
      { fullName: "a fails", status: "failed" },
    ];
    const testResults = [{ name, startTime: 1000, endTime: 2500, assertionResults }];
    const report = { numPassedTests: 3, numTotalTests: 4, testResults };
    const { passed, tests, failures, seconds } = readVitest(written(t, report));
    assert.deepEqual([passed, tests, [...seconds]], [3, 4, [["web/a.browser.test.tsx", 1.5]]]);
    assert.deepEqual(failures, ["web/a.browser.test.tsx: a fails"]);
  });
});
