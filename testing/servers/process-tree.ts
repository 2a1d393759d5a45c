import { readdirSync, readFileSync } from "node:fs";

/** Linux's unit of processor time, on every architecture that Node supports. */
const TICKS_PER_SECOND = 100;

/** A process and its descendants; Linux only. Empty once it has ended. */
export function processTree(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.flatMap((thread) => childrenOf(pid, thread));
    return [pid, ...children.flatMap(processTree)];
  } catch {
    return [];
  }
}

function childrenOf(pid: number, thread: string): number[] {
  return numbersIn(readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"));
}

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number);

/** Processor time that a process has used, in seconds, without its children; 0 once it has ended. */
export function processorSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may contain spaces: user and system time are the 12th and 13th fields.
    const times = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return times.reduce((total, ticks) => total + ticks, 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Processor time in seconds, to the microsecond, of all threads of these processes that still run. */
export function threadSeconds(pids: readonly number[]): number {
  return pids.flatMap(threadNanoseconds).reduce((total, one) => total + one, 0) / 1e9;
}

function threadNanoseconds(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [spent = 0] = numbersIn(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
      return spent;
    });
  } catch {
    return [];
  }
}

/** How long a process's main thread has waited for a processor, in milliseconds; 0 once it has ended. */
export function waitedMs(pid: number): number {
  try {
    const [, waited = 0] = numbersIn(readFileSync(`/proc/${pid}/schedstat`, "utf8"));
    return waited / 1e6;
  } catch {
    return 0;
  }
}

/** Processor time of a process's main thread, in milliseconds; Linux only. */
export function mainThreadMs(pid: number): number {
  const [spent = 0] = numbersIn(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8"));
  return spent / 1e6;
}

/** 0 for a process that has ended. */
export function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
