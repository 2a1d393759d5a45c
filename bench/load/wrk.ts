import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** One request as the load generator sends it. */
export interface Shot {
  method?: string;
  path: string;
  token?: string | undefined;
  body?: unknown;
}

/** The result of one run; latencies in milliseconds. */
export interface Run {
  answered: number;
  sent: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Answers with a status of 400 and above. */
  refused: number;
  /** Failed connections, and answers that did not come in time. */
  broken: number;
}

const SCRIPT = join(import.meta.dirname, "wrk.lua");
const run = promisify(execFile);

/** wrk is written in C, so that the load generator is never the limit, even for the baseline. */
export function requireWrk(): void {
  try {
    execFileSync("wrk", ["-v"], { stdio: "ignore" });
  } catch (error) {
    // Asked for its version, wrk prints it and exits with 1.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return;
    throw new Error("wrk is missing; Debian has it: apt-get install wrk", { cause: error });
  }
}

/**
 * Sends `shots` over kept connections for `seconds`, repeatedly, or with `once` each of them
 * a single time.
 */
export async function fire(
  url: string,
  shots: readonly Shot[],
  { seconds, connections, once }: { seconds: number; connections: number; once?: boolean },
): Promise<Run> {
  const file = join(tmpdir(), `kanaat-shots-${randomUUID()}.tsv`);
  await writeFile(file, shots.map(line).join(""));
  try {
    const flags = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout=10s", "-s", SCRIPT];
    const { stdout } = await run("wrk", [...flags, url, "--", file, once ? "once" : "round"]);
    return JSON.parse(/^\{.*\}$/m.exec(stdout)?.[0] ?? "null");
  } finally {
    await rm(file, { force: true });
  }
}

const line = ({ method = "GET", path, token = "-", body }: Shot) =>
  `${[method, path, token, body === undefined ? "-" : JSON.stringify(body)].join("\t")}\n`;
