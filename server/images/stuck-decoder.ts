import { readFileSync } from "node:fs";

const SAMPLE_MS = 250;
/** Linux counts processor time in hundredths of a second on every architecture that Node runs on. */
const TICK_MS = 10;
/** A process that uses a smaller share of a processor is idle. */
const IDLE_SHARE = 0.01;
/** Factor for waiting where the system does not show another process's processor time. */
const UNKNOWN_FACTOR = 6;

export interface StuckLimits {
  /** Processor time of all its threads that it may use, in milliseconds. */
  busyMs: number;
  /** How long it may use next to no processor time, in milliseconds. */
  idleMs: number;
  /** Which threads count: "workers" leaves out the main thread, whose timers go on. */
  threads: "all" | "workers";
}

/**
 * Calls `onStuck` once, with "busy" when a process has used `busyMs` from now on, or with "idle"
 * when it has used less than a hundredth of a processor for `idleMs`. Idle time is counted in
 * samples, so that neither a slow machine nor one that was suspended ends a working process.
 */
export function watchProcess(
  pid: number,
  { busyMs, idleMs, threads }: StuckLimits,
  onStuck: (how: "busy" | "idle") => void,
): { end(): void } {
  const before = processorMs(pid);
  const longestIdleMs = before === undefined ? UNKNOWN_FACTOR * idleMs : idleMs;
  const counted = () =>
    (processorMs(pid) ?? 0) - (threads === "workers" ? (mainThreadMs(pid) ?? 0) : 0);
  let seen = counted();
  let idledMs = 0;
  const timer = setInterval(() => {
    if ((processorMs(pid) ?? 0) - (before ?? 0) >= busyMs) return giveUp("busy");
    idledMs += SAMPLE_MS;
    const now = counted();
    if (now - seen >= IDLE_SHARE * idleMs) {
      seen = now;
      idledMs = 0;
    }
    if (idledMs >= longestIdleMs) giveUp("idle");
  }, SAMPLE_MS).unref();

  function giveUp(how: "busy" | "idle") {
    clearInterval(timer);
    onStuck(how);
  }
  return { end: () => clearInterval(timer) };
}

/** Processor time of all threads of a process, in milliseconds; undefined where unknown. */
export const processorMs = (pid: number) => usedMs(`/proc/${pid}/stat`);

const mainThreadMs = (pid: number) => usedMs(`/proc/${pid}/task/${pid}/stat`);

function usedMs(statFile: string): number | undefined {
  try {
    const stat = readFileSync(statFile, "utf8");
    // After the name, which may contain spaces, user and system time are the 12th and 13th fields.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
