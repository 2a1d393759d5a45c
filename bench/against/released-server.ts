import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Instance } from "#testing/instance.ts";
import { processTree, residentBytes, threadSeconds } from "#testing/servers/process-tree.ts";
import { announcedAddress } from "#testing/servers/server-process.ts";
import { query } from "../engines.ts";

/** What npm and this checkout's launcher set for the bench itself. */
const OWN_SETTINGS = /^(npm_|MALLOC_|NODE|STDIN_IS_LAUNCHER$)/;

const START_TRIES = 5;

/** The cost of a start, until the server reports that it is ready. */
export interface Start {
  milliseconds: number;
  processorMs: number;
}

/** An installed commit, started by its own `npm start` and known by nothing but its address. */
export class ReleasedServer {
  readonly instance: Instance;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  url = "";
  #launcher: ChildProcess | undefined;
  /** By process id, in seconds as last seen. */
  readonly #database = new Map<number, number>();

  constructor(folder: string, instance: Instance, env: NodeJS.ProcessEnv = {}) {
    this.#folder = folder;
    this.instance = instance;
    this.#env = env;
  }

  /** Tries again where it ends first: earlier commits give up a page that a busy machine renders slowly. */
  async start(): Promise<Start> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#startOnce();
      } catch (error) {
        if (tries === START_TRIES) throw error;
        await this.stop();
      }
    }
  }

  async #startOnce(): Promise<Start> {
    const begun = performance.now();
    const { scripts } = JSON.parse(readFileSync(join(this.#folder, "package.json"), "utf8"));
    const launcher = spawn("sh", ["-c", `exec ${scripts.start}`], {
      cwd: this.#folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: this.#environment(),
    });
    this.#launcher = launcher;
    this.url = await announcedAddress(launcher, () => undefined);
    const { status } = await fetch(new URL("/readyz", this.url));
    if (status !== 200) throw new Error(`/readyz of ${this.#folder} is ${status}.`);
    const milliseconds = performance.now() - begun;
    return { milliseconds, processorMs: threadSeconds(processTree(launcher.pid ?? 0)) * 1000 };
  }

  async stop(): Promise<void> {
    const launcher = this.#launcher;
    this.#launcher = undefined;
    if (!launcher || launcher.exitCode !== null || launcher.signalCode !== null) return;
    const exit = once(launcher, "exit");
    launcher.kill("SIGTERM");
    await exit;
  }

  /** Resident memory in bytes, without the launcher's. */
  memory(): number {
    const [, ...programs] = processTree(this.#launcher?.pid ?? 0);
    return programs.reduce((total, pid) => total + residentBytes(pid), 0);
  }

  /**
   * Processor time used so far, in seconds, with that of its connections' processes in PostgreSQL.
   * Idle connections are closed: theirs counts as it was when this was last called.
   */
  async processorSeconds(): Promise<number> {
    for (const pid of await this.#databaseProcesses()) {
      this.#database.set(pid, threadSeconds([pid]));
    }
    const database = [...this.#database.values()].reduce((sum, one) => sum + one, 0);
    return threadSeconds(processTree(this.#launcher?.pid ?? 0)) + database;
  }

  async #databaseProcesses(): Promise<number[]> {
    if (!this.instance.databaseUrl) return [];
    const rows = await query<{ pid: number }>(
      this.instance,
      `select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid);
  }

  #environment(): NodeJS.ProcessEnv {
    const given = Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.test(name));
    return {
      ...Object.fromEntries(given),
      // As npm does it: each commit runs on its own Node.
      PATH: [join(this.#folder, "node_modules/.bin"), process.env.PATH].join(delimiter),
      HOST: "127.0.0.1",
      PORT: this.url ? new URL(this.url).port : "0",
      DATA_DIR: this.instance.dataDir,
      DATABASE_URL: this.instance.databaseUrl ?? "",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ...this.#env,
    };
  }
}

/** Disk usage of an installed commit in megabytes, without what its runs leave in the compile cache. */
export function installedMegabytes(folder: string): number {
  const output = execFileSync("du", ["-sk", "--exclude=node_modules/.cache", folder]);
  return Number.parseInt(String(output), 10) / 1024;
}
