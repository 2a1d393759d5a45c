import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import {
  BUDGETS,
  budgetOf,
  complaintAbout,
  slowness,
  slownessDuring,
  usedSeconds,
} from "./budgets.ts";

/** Uses 0.3 s of processor time. */
const BUSY = "while (process.cpuUsage().user < 300_000);";
/** Waits 0.3 s. */
const IDLE = "setTimeout(() => undefined, 300);";

describe("the time that counts against a budget", { skip: process.platform !== "linux" }, () => {
  function usedBy(code: string): number {
    const before = usedSeconds();
    spawnSync(process.execPath, ["-e", code]);
    return usedSeconds() - before;
  }

  it("is the processor time of programs that have ended", () => {
    assert.ok(usedBy(BUSY) >= 0.28);
  });

  it("does not include the time in which they wait", () => {
    assert.ok(usedBy(IDLE) < usedBy(BUSY));
  });
});

describe("a budget", () => {
  it("grows on a slower machine, and on no other", () => {
    const { unit = 0 } = BUDGETS;
    assert.deepEqual([budgetOf("unit", 1), budgetOf("unit", 2)], [unit, 2 * unit]);
    assert.ok(slowness() >= 1);
  });

  it("follows what slows the machine down while the check runs", async () => {
    const figures = [1, 4, 4];
    const during = await slownessDuring(
      async () => {
        while (figures.length > 0) await setTimeout(1);
        return "result";
      },
      1,
      () => figures.shift() ?? 1,
    );
    assert.equal(during.result, "result");
    assert.ok(during.slowness > 1);
    const failing = slownessDuring(() => Promise.reject(new Error("of the check")), 1);
    await assert.rejects(failing, /of the check/);
  });

  it("is exceeded with the names of the five slowest files", () => {
    const seconds = new Map([1, 7, 3, 6, 2, 5, 4].map((s) => [`${s}.test.ts`, s]));
    const text = complaintAbout("unit", 300.4, 200, seconds);
    assert.match(text, /^unit is over its budget: 300 of 200 s/);
    const named = text.match(/\d\.test\.ts \d\.0 s/g);
    assert.deepEqual(
      named,
      [7, 6, 5, 4, 3].map((s) => `${s}.test.ts ${s}.0 s`),
    );
  });

  it("is the one that CONTRIBUTING.md names", () => {
    const table = readFileSync("CONTRIBUTING.md", "utf8").matchAll(
      /^\| `([\w-]+)` \| (\d+) s \|$/gm,
    );
    const written = [...table].map(([, check = "", seconds]) => [check, Number(seconds)]);
    assert.deepEqual(Object.fromEntries(written), BUDGETS);
  });

  it("is set for each check that GitHub runs, except the audit, which waits for a registry", () => {
    const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
    const [, jobs = ""] = /^ +checks:\n((?: +- .+\n)+)/m.exec(workflow) ?? [];
    const checks = jobs.match(/[\w-]{2,}/g) ?? [];
    assert.deepEqual(
      Object.keys(BUDGETS),
      checks.filter((check) => check !== "audit"),
    );
  });
});
