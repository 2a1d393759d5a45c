import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";

test("a test file whose hook hangs fails, and is ended with the programs it started", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kanaat-hanging-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "hanging.test.mjs");
  writeFileSync(
    file,
    `import { spawn } from "node:child_process";
    import { before, test } from "node:test";
    before(() => new Promise(() => spawn("sleep", ["1000"], { stdio: "inherit" })));
    test("never begins", () => undefined);`,
  );
  const limit = resolve("testing/file-limit.ts");
  const runner = join(folder, "runner.mjs");
  writeFileSync(
    runner,
    `import { run } from "node:test";
    const events = run({ files: [${JSON.stringify(file)}], execArgv: ["--import", "${limit}"] });
    events.on("test:stderr", ({ message }) => console.log(message));
    events.on("test:fail", () => console.log("failed"));
    events.resume();`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  // Returns only when nothing holds the output open any more.
  const { stdout } = spawnSync(process.execPath, [runner], {
    encoding: "utf8",
    env: { ...env, TEST_FILE_LIMIT_MS: "500" },
  });
  assert.match(stdout, /hanging\.test\.mjs did not end within 0\.5 s\. Still open: .*Process/);
  assert.match(stdout, /failed/);
});
