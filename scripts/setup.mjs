// Prepares a checkout, then runs a file on the pinned Node:
//   node scripts/setup.mjs [--tools] [--build] [file.ts arguments…]
// Installs the packages that run and build the product; --tools adds those that check it.
// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isOrphaned } from "./npm-process.mjs";
import { refuseWhileRun } from "./running-programs.mjs";

// A closed output must not stop the work.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
const root = fileURLToPath(new URL("..", import.meta.url));
const windows = process.platform === "win32";
const endWithLauncher = new URL("end-with-launcher.ts", import.meta.url).href;
const modules = join(root, "node_modules");
// package-lock.json contains the hash of each platform's Node.
const nodePackage = `${platformPrefix()}-${windows ? "win" : process.platform}-${process.arch}`;
const pinnedNode = join(modules, nodePackage, "bin", windows ? "node.exe" : "node");

function platformPrefix() {
  return process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
}

/** The packages in package-lock.json, by folder. */
function locked() {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
}

/** The packages that npm has installed, by folder. */
function installed() {
  const record = join(modules, ".package-lock.json");
  return existsSync(record) ? JSON.parse(readFileSync(record, "utf8")).packages : {};
}

/** Whether node_modules has the versions of package-lock.json; additional packages do no harm. */
function isInstalled(withTools) {
  const there = installed();
  return (
    existsSync(pinnedNode) &&
    Object.entries(locked()).every(
      ([path, { version, optional, dev }]) =>
        path === "" ||
        (dev && !withTools) ||
        (there[path] ? there[path].version === version : optional),
    )
  );
}

/** Installs the locked packages, with tools if requested or already present; returns the sizes. */
function install(withTools) {
  if (!locked()[`node_modules/${nodePackage}`]) {
    console.error(`\nNode cannot be installed for ${process.platform} on ${process.arch}.`);
    process.exit(1);
  }
  const tools = withTools || Object.values(installed()).some(({ dev }) => dev);
  const before = installedMegabytes();
  // npm must not run on the Node that it is about to replace.
  const path = process.env.PATH?.split(delimiter).filter((dir) => !dir.includes("node_modules"));
  const what = tools ? "--include=dev" : "--omit=dev";
  // Node itself is an optional package, included whatever NODE_ENV and npm's settings say.
  runStep("npm", ["ci", what, "--ignore-scripts", "--include=optional", "--loglevel=error"], {
    env: { ...process.env, PATH: path?.join(delimiter) },
    shell: windows,
  });
  if (!tools) deleteUnread();
  const rest = tools ? "" : "; npm test adds the tools";
  return `, node_modules: ${before} MB before, ${installedMegabytes()} MB after${rest}`;
}

/** What only compilers, editors, debuggers and people read, except licences: a third of it all. */
const UNREAD = [
  /\.(map|flow|d\.[cm]?ts)$|\/src\/.*\.tsx?$/,
  /\/node_modules\/(@[^/]+\/)?[^/]+\/(tests?|bench|benchmarks?|examples?)\//,
  /\/(?!licen|notice|copying|third)[^/]*\.md$/i,
];

function deleteUnread() {
  rmSync(join(modules, nodePackage, "include"), { recursive: true, force: true });
  for (const { path, stats } of entriesBelow(modules)) {
    const name = windows ? path.replaceAll("\\", "/") : path;
    if (stats.isFile() && UNREAD.some((pattern) => pattern.test(name))) {
      rmSync(path, { force: true });
    }
  }
}

/** Disk usage as `du` counts it. */
function installedMegabytes() {
  let blocks = 0;
  for (const { stats } of entriesBelow(modules)) blocks += stats.blocks ?? 0;
  return Math.round((blocks * 512) / 1024 / 1024);
}

/** All entries below a folder; skips those that vanish meanwhile, as in a running program's compile cache. */
function* entriesBelow(folder, statOf = lstatSync) {
  for (const name of namesIn(folder).sort()) {
    const path = join(folder, name);
    const stats = statOf(path, { throwIfNoEntry: false });
    if (!stats) continue;
    yield { path, stats };
    if (stats.isDirectory()) yield* entriesBelow(path, statOf);
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  }
}

const builtFrom = join(root, "dist/.built-from");

/** A fingerprint of all sources of the pages, without generated files. */
function pageSources() {
  const hash = createHash("sha256");
  for (const source of [
    "package-lock.json",
    "vite.config.ts",
    "scripts/markdown.ts",
    "content",
    "contract",
    "web",
  ]) {
    const path = join(root, source);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) continue;
    // An operator's content may be a link to another folder.
    const entries = stats.isDirectory() ? entriesBelow(path, statSync) : [{ path, stats }];
    for (const { path, stats } of entries) {
      if (!stats.isFile() || path.includes(".gen.")) continue;
      hash.update(`${relative(root, path)} ${stats.mtimeMs} ${stats.size}\n`);
    }
  }
  return hash.digest("hex");
}

function isBuilt(sources) {
  return existsSync(builtFrom) && readFileSync(builtFrom, "utf8") === sources;
}

function build(sources) {
  rmSync(builtFrom, { force: true });
  runStep(pinnedNode, [join(modules, "vite/bin/vite.js"), "build", "--logLevel=warn"]);
  writeFileSync(builtFrom, sources);
}

/** Runs a command silently; only when it fails, prints its output and exits. */
function runStep(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (status === 0) return;
  console.error(`${stdout ?? ""}${stderr ?? ""}${error ? `${error.message}\n` : ""}`);
  console.error(`Failed: ${command} ${args.join(" ")}`);
  process.exit(1);
}

/** Prints how long an action takes, with the note that it returns. */
function timed(what, action) {
  const start = performance.now();
  process.stdout.write(`${what} … `);
  const note = action() ?? "";
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s${note}`);
}

/** Runs a file on the pinned Node until it ends, and exits with its exit code. */
function handOver(args) {
  // In a separate process group: on Ctrl-C the terminal signals the whole group and npm signals once
  // more, and a server takes a second signal as "immediately, unfinished".
  // Its stdin closes when we end, even by kill -9, and end-with-launcher.ts then ends it.
  const child = spawn(pinnedNode, ["--import", endWithLauncher, ...args], {
    stdio: ["pipe", "inherit", "inherit"],
    detached: !windows,
    env: { ...memoryEnvironment(), STDIN_IS_LAUNCHER: "1" },
  });
  const lastSent = {};
  const pass = (signal) => {
    if (performance.now() - (lastSent[signal] ?? -1000) < 1000) return;
    lastSent[signal] = performance.now();
    process.kill(windows ? child.pid : -child.pid, signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => pass(signal));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  const watch = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(watch);
    // After a signal it is already ending.
    if (Object.keys(lastSent).length === 0) child.stdin.end();
  }, 200);
}

/** An environment in which Node uses a third less memory at the same speed. */
function memoryEnvironment() {
  const { NODE_OPTIONS = "", ...others } = process.env;
  return {
    // With an arena per thread, glibc keeps twice the memory that processing pictures needs. Blocks
    // above the threshold are mapped individually, so that they are returned when they are freed.
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "32768",
    // Caches compiled sources for faster starts.
    NODE_COMPILE_CACHE: join(modules, ".cache/node"),
    ...others,
    // Half of the young generation that a busy server otherwise grows to (with a quarter, votes are
    // up to a tenth slower for 11 MB less), and a limit that is never reached but makes V8 collect
    // old objects sooner.
    NODE_OPTIONS: `--max-semi-space-size=16 --max-old-space-size=1024 ${NODE_OPTIONS}`.trim(),
  };
}

const args = process.argv.slice(2);
/** Whether this is the next argument; removes it if so. */
const take = (flag) => args[0] === flag && args.shift() === flag;
const withTools = take("--tools");
const toBuild = take("--build");

if (!isInstalled(withTools)) {
  refuseWhileRun(join(realpathSync(root), relative(root, pinnedNode)));
  timed("Installing packages", () => install(withTools));
}
if (toBuild) {
  const sources = pageSources();
  if (!isBuilt(sources)) timed("Building pages", () => build(sources));
}
// Without npm, nothing would end the program.
if (args.length > 0 && !isOrphaned()) handOver(args);
