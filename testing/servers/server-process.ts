import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Instance } from "../instance.ts";
import { processorSeconds, processTree, residentBytes, waitedMs } from "./process-tree.ts";

export interface ServerProcessOptions {
  env?: NodeJS.ProcessEnv;
  /** A module loaded before the product, to break it on purpose. */
  preload?: string | undefined;
  /** Called with each line that it prints after its address; by default, these lines are shown. */
  onLine?: (line: string) => void;
  /** Another installation to run instead of this checkout: its folder and its Node. */
  program?: { folder: string; node: string };
}

/** The built product, running as its own process. */
export class ServerProcess {
  readonly instance: Instance;
  readonly #options: ServerProcessOptions;
  url = "";
  /** Where it serves metrics, with `METRICS_PORT`. */
  metricsUrl = "";
  #process: ChildProcessByStdio<null, Readable, null> | undefined;

  constructor(instance: Instance, options: ServerProcessOptions = {}) {
    this.instance = instance;
    this.#options = options;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get running(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  /** Resident memory of it and its descendants, in bytes; Linux only. */
  memory(): number {
    return processTree(this.pid).reduce((total, one) => total + residentBytes(one), 0);
  }

  /** Processor time that it has used, in seconds, without its children; Linux only. */
  processorSeconds(): number {
    return processorSeconds(this.pid);
  }

  /**
   * The time in milliseconds, without what its main thread waited for a processor that other
   * programs used (ADR-034); Linux only.
   */
  ownTime(): number {
    return performance.now() - waitedMs(this.pid);
  }

  /** Its number of open connections, files and pipes; Linux only. */
  openHandles(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** Starts it on a free port, after an end on the same port. */
  async start(): Promise<void> {
    const { preload, env, onLine = console.log, program } = this.#options;
    const args = [...(preload ? ["--import", preload] : []), "server/main.ts"];
    const child = spawn(program?.node ?? process.execPath, args, {
      cwd: program?.folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        HOST: "127.0.0.1",
        PORT: this.url ? new URL(this.url).port : "0",
        DATA_DIR: this.instance.dataDir,
        DATABASE_URL: this.instance.databaseUrl ?? "",
        RATE_LIMITS: "off",
        LOG_LEVEL: "warn",
        ...env,
      },
    });
    this.#process = child;
    this.url = await announcedAddress(child, (line) => {
      const [, metrics] = /^Metrics: (.+)/.exec(line) ?? [];
      if (metrics) this.metricsUrl = metrics;
      else onLine(line);
    });
  }

  /** Stops it the way an operator does; returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  /** Kills it immediately, whatever it is doing. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Kills it immediately and starts it again with the same data and port. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const exit = once(child, "exit");
    child.kill(signal);
    const [code] = await exit;
    return code;
  }
}

/** Returns the address in its first line; `onLine` gets the others. */
export function announcedAddress(
  child: ChildProcessByStdio<null, Readable, null>,
  onLine: (line: string) => void,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once("exit", () => reject(new Error("The product ended before it listened.")));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const address = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (address) resolve(address);
    else onLine(line);
  });
  return promise;
}
