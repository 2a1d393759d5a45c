import { readFileSync } from "node:fs";

const SAMPLE_MS = 250;
/** Linux counts processor time in hundredths of a second on every architecture that Node runs on. */
const TICK_MS = 10;
/** A process that gets less of a processor is idle. */
const IDLE_SHARE = 0.01;
/** How much longer to wait where the system does not show another process's processor time. */
const UNKNOWN_FACTOR = 6;

export interface StuckLimits {
  /** Processor time of all its threads that it may use, in milliseconds. */
  busyMs: number;
  /** How long it may use next to no processor time, in milliseconds. */
  idleMs: number;
  /** Which threads count as using any: "workers" leaves out the main one, whose timers go on. */
  threads: "all" | "workers";
}

/**
 * Calls `onStuck` once with "busy" when a process has used `busyMs` from now on, or with "idle" when it has
 * used less than a hundredth of a processor for `idleMs`. That is counted in samples, so that neither a
 * slow machine nor one that stood still ends a process that works.
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

/** Processor time of all threads of a process, in milliseconds; undefined where it is not known. */
export const processorMs = (pid: number) => usedMs(`/proc/${pid}/stat`);

const mainThreadMs = (pid: number) => usedMs(`/proc/${pid}/task/${pid}/stat`);

function usedMs(statFile: string): number | undefined {
  try {
    const stat = readFileSync(statFile, "utf8");
    // Behind the name, which may hold spaces: user and system time are the 12th and 13th from there.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
