// Makes a checkout ready and hands over to the pinned Node:
//   node scripts/setup.mjs [--build] [file.ts arguments…]
// Plain JavaScript without dependencies: this is what runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const windows = process.platform === "win32";
const endWithLauncher = new URL("end-with-launcher.ts", import.meta.url).href;
const npmScript = process.env.npm_lifecycle_script;
const launchedBy = launchers();
const pinnedNode = join(root, "node_modules/node/bin", windows ? "node.exe" : "node");

/** Whether node_modules holds exactly what package-lock.json names. */
function isInstalled() {
  const lockFile = (path) => JSON.parse(readFileSync(join(root, path), "utf8")).packages;
  if (!existsSync(pinnedNode) || !existsSync(join(root, "node_modules/.package-lock.json"))) {
    return false;
  }
  const installed = lockFile("node_modules/.package-lock.json");
  return Object.entries(lockFile("package-lock.json")).every(
    ([path, { version, optional }]) =>
      path === "" || (installed[path] ? installed[path].version === version : optional),
  );
}

function install() {
  // npm must not run on the Node that it is about to replace.
  const path = process.env.PATH?.split(delimiter).filter((dir) => !dir.includes("node_modules"));
  // A production environment needs the build tools too, and old Nodes only install, never run.
  runStep("npm", ["ci", "--include=dev", "--loglevel=error"], {
    env: { ...process.env, PATH: path?.join(delimiter) },
    shell: windows,
  });
}

const builtFrom = join(root, "dist/.built-from");

/** A fingerprint of everything that the pages are built from; generated files are left out. */
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
    if (!existsSync(path)) continue;
    const files = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [""];
    for (const file of files.filter((name) => !name.includes(".gen.")).sort()) {
      const { mtimeMs, size } = statSync(join(path, file));
      hash.update(`${source}/${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest("hex");
}

function isBuilt(sources) {
  return existsSync(builtFrom) && readFileSync(builtFrom, "utf8") === sources;
}

function build(sources) {
  rmSync(builtFrom, { force: true });
  runStep(pinnedNode, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel=warn"]);
  writeFileSync(builtFrom, sources);
}

/** Runs a command silently; shows what it printed, and ends, only when it fails. */
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

function timed(what, action) {
  const start = performance.now();
  process.stdout.write(`${what} … `);
  action();
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Runs a file on the pinned Node until it ends; its exit code becomes ours. */
function handOver(args) {
  // In a group of its own: on Ctrl-C the terminal signals the whole group and npm signals once
  // more, and a server takes a second signal for "at once, unfinished".
  // Its stdin closes with us, even by kill -9, and end-with-launcher.ts then ends it.
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
    // After a signal it is ending already.
    if (Object.keys(lastSent).length === 0) child.stdin.end();
  }, 200);
}

/** An environment in which Node takes a third less memory, at the same speed. */
function memoryEnvironment() {
  const { NODE_OPTIONS = "", ...others } = process.env;
  return {
    // With an arena per thread, glibc keeps twice the memory that pictures are processed in. Blocks
    // from the threshold on are mapped one by one, so that they can be returned when they are freed.
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "32768",
    // Keeps compiled sources, so that later starts are quicker.
    NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
    ...others,
    // Half of the young generation that a busy server otherwise grows to (with a quarter, votes are
    // up to a tenth slower for 11 MB less), and a limit that is never reached, but makes V8 collect
    // old objects sooner.
    NODE_OPTIONS: `--max-semi-space-size=16 --max-old-space-size=1024 ${NODE_OPTIONS}`.trim(),
  };
}

/**
 * The ids of our parent and, where that is the shell that npm runs scripts in, of npm: kill -9 ends
 * npm without its shell. Where there is no /proc, `sh -c` is replaced by what it runs.
 */
function launchers() {
  const shell = `/proc/${process.ppid}`;
  try {
    const runsScript = readFileSync(`${shell}/cmdline`, "utf8").includes(npmScript);
    // "pid (name) state parent …"
    const [, npm] = /.*\) \S (\d+)/s.exec(readFileSync(`${shell}/stat`, "utf8"));
    return runsScript ? `${process.ppid} ${npm}` : `${process.ppid}`;
  } catch {
    return `${process.ppid}`;
  }
}

/** Whether npm started us and is gone, or its shell is, which is all that a signal to npm ends. */
function isOrphaned() {
  return npmScript !== undefined && launchers() !== launchedBy;
}

const [first, ...rest] = process.argv.slice(2);
const toBuild = first === "--build";
const program = toBuild ? rest : [first, ...rest].filter(Boolean);

if (!isInstalled()) timed("Installing packages", install);
if (toBuild) {
  const sources = pageSources();
  if (!isBuilt(sources)) timed("Building pages", () => build(sources));
}
// Without npm, nothing would end the program.
if (program.length > 0 && !isOrphaned()) handOver(program);
