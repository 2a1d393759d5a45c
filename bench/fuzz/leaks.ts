import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerProcess } from "#testing/servers/server-process.ts";

/** What remains of finished requests; Linux only. */
export interface Residue {
  /** Resident memory in bytes. */
  memory: number;
  /** The target of each open file: a path, or a kind like `socket:`. */
  handles: string[];
  uploads: number;
}

const MEMORY_MORE = 50_000_000;
const SETTLES_WITHIN_S = 60;

export function residueOf(server: ServerProcess): Residue {
  const uploads = join(server.instance.dataDir, "uploads");
  return {
    memory: server.memory(),
    handles: openFiles(server.pid),
    uploads: readdirSync(uploads, { recursive: true }).length,
  };
}

/** Waits until no more is left than before; returns any surplus after a while. */
export async function settle(server: ServerProcess, before: Residue): Promise<string[]> {
  let found: string[] = [];
  let now = before;
  for (let seconds = 0; seconds < SETTLES_WITHIN_S; seconds++) {
    now = residueOf(server);
    found = compare(before, now);
    if (found.length === 0) break;
    await sleep(1000);
  }
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  console.log(
    `left behind: memory ${megabytes(before.memory)} → ${megabytes(now.memory)} MB, ` +
      `handles ${before.handles.length} → ${now.handles.length}, uploads ${before.uploads} → ${now.uploads}`,
  );
  return found;
}

function compare(before: Residue, now: Residue): string[] {
  const found: string[] = [];
  if (now.memory > before.memory + MEMORY_MORE) {
    found.push(`memory grew from ${before.memory} to ${now.memory} bytes`);
  }
  const more = now.handles.length - before.handles.length;
  if (more > 0) {
    const [then, after] = [counted(before.handles), counted(now.handles)];
    found.push(`${more} handles more, from ${then} to ${after}`);
  }
  if (now.uploads > 0) found.push(`${now.uploads} files stay in uploads/`);
  return found;
}

function counted(handles: string[]): string {
  const kinds = Object.groupBy(handles, (name) => name);
  return JSON.stringify(Object.entries(kinds).map(([kind, all]) => [kind, all?.length]));
}

function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).replace(/\[\d+\]$/, "");
    } catch {
      return [];
    }
  });
}
