import { closeSync, openSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

/** More than starting a process or thread needs: channels, event loops, the files of its code. */
const NEEDED = 24;
/** For files, uploads, the database, and new processes and threads, besides connections. */
const RESERVED = 200;

/**
 * Throws `EMFILE` or `ENFILE` if this process may not open as many files as starting another
 * process or a thread needs. Node leaks a handle with each process that it cannot start for lack of
 * them, and exits if nothing listens for the error of a thread that could not start.
 */
export function requireFileHandles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, "r"));
  } finally {
    for (const handle of opened) closeSync(handle);
  }
}

/** How many files this process may have open; infinite except on Linux. */
export function openFilesLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * How many connections leave enough of `openFiles` for everything else: `wanted`, but at most
 * `openFiles` without the reserve, which is half of a small limit.
 */
export const connectionsWithin = (openFiles: number, wanted: number): number =>
  Math.min(wanted, openFiles - Math.min(RESERVED, Math.floor(openFiles / 2)));
