import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("GitHub runs every check, each in one job", () => {
  const { stderr } = spawnSync(process.execPath, ["scripts/check.ts", "none"], {
    encoding: "utf8",
  });
  const [, all = ""] = /There are: quick, (.+)/.exec(stderr) ?? [];
  const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
  const [, jobs = ""] = /^ +checks:\n((?: +- .+\n)+)/m.exec(workflow) ?? [];
  assert.deepEqual(jobs.match(/[\w-]{2,}/g), all.split(", "));
});
