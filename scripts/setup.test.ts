import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { openDatabase } from "../server/db/open.ts";

const root = join(import.meta.dirname, "..");
const START_MS = 30_000;
const END_MS = 10_000;

/** Locks the folder `data` as the server does, and closes it on SIGTERM. */
const PROGRAM = `
import { openDatabase } from ${JSON.stringify(join(root, "server/db/open.ts"))};
const db = await openDatabase({ dataDir: "data" });
process.on("SIGTERM", async () => {
  await db.close();
  console.log("closed");
  process.exit();
});
console.log("open", process.pid, process.ppid);
setInterval(() => {}, 1000);
`;

/** A checkout with the real launcher, in which everything is installed and the build takes 1 s. */
function makeCheckout(): string {
  const checkout = mkdtempSync(join(tmpdir(), "kanaat-setup-"));
  for (const folder of ["scripts", "node_modules/vite/bin", "dist", "watched"]) {
    mkdirSync(join(checkout, folder), { recursive: true });
  }
  for (const script of ["scripts/setup.mjs", "scripts/end-with-launcher.ts"]) {
    cpSync(join(root, script), join(checkout, script));
  }
  symlinkSync(join(root, "node_modules/node"), join(checkout, "node_modules/node"));
  const files = {
    "package.json": JSON.stringify({
      scripts: {
        start: "node scripts/setup.mjs program.mjs",
        "build-and-start": "node scripts/setup.mjs --build program.mjs",
      },
    }),
    "package-lock.json": '{ "packages": {} }',
    "node_modules/.package-lock.json": '{ "packages": {} }',
    "node_modules/vite/bin/vite.js": "setTimeout(() => {}, 1000);",
    "program.mjs": PROGRAM,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(checkout, file), text);
  return checkout;
}

/** Runs a command in such a checkout. Nothing of both is left after the test. */
function launch(t: TestContext, command: string, ...args: string[]) {
  const checkout = makeCheckout();
  const child = spawn(command, args, { cwd: checkout, stdio: ["ignore", "pipe", "ignore"] });
  const pid = child.pid ?? 0;
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const programs = () => /^open (\d+) (\d+)/m.exec(output)?.slice(1).map(Number) ?? [];
  t.after(async () => {
    for (const one of [pid, ...programs()]) kill(one);
    if (!child.stdout.closed) await once(child.stdout, "close");
    rmSync(checkout, { recursive: true });
  });
  return {
    dataDir: join(checkout, "data"),
    pid,
    output: () => output,
    /** Waits for a text; answers the ids of the program and its parent, once they are there. */
    async printed(text: string): Promise<number[]> {
      const signal = AbortSignal.timeout(START_MS);
      while (!output.includes(text)) await once(child.stdout, "data", { signal });
      return programs();
    },
    /** Waits until everything that was started is gone: each holds the output open. */
    async end(): Promise<void> {
      await once(child.stdout, "close", { signal: AbortSignal.timeout(END_MS) });
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

async function endsInOrder(launched: ReturnType<typeof launch>): Promise<void> {
  await launched.end();
  assert.match(launched.output(), /^closed$/m);
  const again = await openDatabase({ databaseUrl: undefined, dataDir: launched.dataDir });
  await again.close();
}

describe("a program that was launched ends in order and leaves its folder free", () => {
  it("when setup.mjs is killed", async (t) => {
    const launched = launch(t, "node", "scripts/setup.mjs", "program.mjs");
    await launched.printed("open");
    kill(launched.pid);
    await endsInOrder(launched);
  });

  it("when setup.mjs is killed, under Node's watcher", async (t) => {
    const watch = "--watch-path=watched";
    const launched = launch(t, "node", "scripts/setup.mjs", watch, "program.mjs");
    await launched.printed("open");
    kill(launched.pid);
    await endsInOrder(launched);
  });

  it("when npm is killed", async (t) => {
    const launched = launch(t, "npm", "start");
    await launched.printed("open");
    kill(launched.pid);
    await endsInOrder(launched);
  });

  it("when npm and setup.mjs are killed", async (t) => {
    const launched = launch(t, "npm", "start");
    const [, setup = 0] = await launched.printed("open");
    kill(launched.pid);
    kill(setup);
    await endsInOrder(launched);
  });
});

it("a program is not launched when npm was killed while pages were built", async (t) => {
  const launched = launch(t, "npm", "run", "build-and-start");
  await launched.printed("Building pages");
  kill(launched.pid);
  await launched.end();
  assert.doesNotMatch(launched.output(), /open/);
});
