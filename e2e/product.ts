import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Place } from "#testing/place.ts";

/** The built product, running as its own process. */
export class Product {
  readonly place: Place;
  url = "";
  #process: ChildProcessByStdio<null, Readable, null> | undefined;

  constructor(place: Place) {
    this.place = place;
  }

  /** Starts it on a free port, or again on the port it had. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ["server/main.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        HOST: "127.0.0.1",
        PORT: this.url ? new URL(this.url).port : "0",
        DATA_DIR: this.place.dataDir,
        DATABASE_URL: this.place.databaseUrl ?? "",
        RATE_LIMITS: "off",
        LOG_LEVEL: "warn",
      },
    });
    this.#process = child;
    this.url = await announcedAddress(child);
  }

  /** Ends it the way an operator does; answers its exit code. */
  async stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  /** Kills it at once and starts it again on the same data and port. */
  async restart(): Promise<void> {
    await this.#end("SIGKILL");
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

/** The address in its first line; what it says afterwards is shown. */
function announcedAddress(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once("exit", () => reject(new Error("The product ended before it listened.")));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const address = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (address) resolve(address);
    else console.log(line);
  });
  return promise;
}
