import { closeSync, openSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

/** More than starting a process or a thread takes: channels, event loops, the files of its code. */
const NEEDED = 24;
/** For files, uploads, the database, and processes and threads that are started, beside connections. */
const RESERVED = 200;

/**
 * Throws `EMFILE` or `ENFILE` where this process may not open as many files as starting another
 * process or a thread takes. Node loses a handle for ever with each process that it cannot start for
 * want of them, and ends where nobody listens for a thread that could not begin.
 */
export function requireFileHandles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, "r"));
  } finally {
    for (const handle of opened) closeSync(handle);
  }
}

/** How many files this process may have open; infinite where only Linux could tell. */
export function openFilesLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * How many connections leave enough of `openFiles` for everything else: all that are `wanted`, or as
 * many as there are without the reserve, which is half of a small limit.
 */
export const connectionsWithin = (openFiles: number, wanted: number): number =>
  Math.min(wanted, openFiles - Math.min(RESERVED, Math.floor(openFiles / 2)));
