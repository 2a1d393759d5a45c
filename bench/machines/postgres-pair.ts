import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "#testing/free-port.ts";

/** One PostgreSQL from the operating system's package: the one in node_modules cannot copy itself. */
export class Node {
  readonly folder = mkdtempSync(join(tmpdir(), "kanaat-pair-"));
  readonly data = join(this.folder, "data");
  readonly port: number;
  #process: ChildProcess | undefined;

  constructor(port: number) {
    this.port = port;
    chownSync(this.folder, owner().uid, owner().gid);
  }

  get url(): string {
    return `postgres://kanaat@127.0.0.1:${this.port}/postgres`;
  }

  createCluster(): void {
    const access = ["-U", "kanaat", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"];
    run("initdb", ["-D", this.data, ...access]);
  }

  async start(): Promise<void> {
    const settings = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=200",
    ];
    const args = ["-D", this.data, "-p", `${this.port}`, ...settings.flatMap((one) => ["-c", one])];
    this.#process = spawn(binary("postgres"), args, { stdio: "ignore", ...owner() });
    for (let i = 0; i < 200; i++) {
      if (await query(this.port, "select 1").catch(() => undefined)) return;
      await sleep(50);
    }
    throw new Error("PostgreSQL does not start.");
  }

  /** Kills all its processes at once. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    this.signal("SIGKILL");
    await exit;
  }

  /** Sends a signal to it and all of its children. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.#process ?? {};
    if (!pid) return;
    const found = execFileSync("pgrep", ["-P", `${pid}`], { encoding: "utf8" });
    for (const one of [pid, ...found.split("\n").filter(Boolean).map(Number)])
      process.kill(one, name);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A primary whose commits wait for its standby. */
export class PostgresPair {
  #primary: Node | undefined;
  #standby: Node | undefined;

  async start(): Promise<void> {
    const primary = new Node(await freePort());
    this.#primary = primary;
    primary.createCluster();
    appendFileSync(join(primary.data, "pg_hba.conf"), "host replication all 127.0.0.1/32 trust\n");
    await primary.start();
    const standby = new Node(await freePort());
    this.#standby = standby;
    const from = `host=127.0.0.1 port=${primary.port} user=kanaat application_name=standby`;
    run("pg_basebackup", ["-d", from, "-D", standby.data, "-R", "--checkpoint=fast", "--no-sync"]);
    await standby.start();
    await query(primary.port, "alter system set synchronous_standby_names = 'ANY 1 (standby)'");
    await query(primary.port, "select pg_reload_conf()");
  }

  /** Names both; a server finds out to which one it can write. */
  get url(): string {
    const hosts = [this.#primary, this.#standby].map((node) => `127.0.0.1:${node?.port}`);
    return `postgres://kanaat@${hosts}/postgres?target_session_attrs=read-write`;
  }

  /** The address of the one that accepts writes, to inspect its data. */
  get primaryUrl(): string {
    return `postgres://kanaat@127.0.0.1:${this.#primary?.port}/postgres`;
  }

  /** The standby confirms nothing until `rejoin`. */
  cutOff(): void {
    this.#standby?.signal("SIGSTOP");
  }

  rejoin(): void {
    this.#standby?.signal("SIGCONT");
  }

  /** The primary is killed, and the standby takes its place, from then on without a standby. */
  async failOver(): Promise<void> {
    await this.#primary?.kill();
    const { port } = this.#standby ?? {};
    if (!port) return;
    await query(port, "alter system set synchronous_standby_names = ''");
    await query(port, "select pg_promote()");
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of [this.#primary, this.#standby]) {
      await node?.kill();
      node?.remove();
    }
  }
}

export function binary(name: string): string {
  const [newest] = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse();
  if (!newest) throw new Error("PostgreSQL is missing; Debian has it: apt-get install postgresql");
  return newest;
}

/** PostgreSQL refuses to run as root. */
export function owner(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return process.getuid?.() === 0
    ? { uid: id("-u"), gid: id("-g") }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}

const run = (name: string, args: string[]): void =>
  void execFileSync(binary(name), args, { stdio: ["ignore", "ignore", "inherit"], ...owner() });

export async function query(port: number, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({
    connectionString: `postgres://kanaat@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 1000,
  });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
