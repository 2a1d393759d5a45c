import { readdirSync, readFileSync } from "node:fs";

const SAMPLE_MS = 250;

type Pids = () => readonly number[];

interface Bound {
  leftMs: number;
  pids: Pids;
  late: () => void;
}

const thisProcess: Pids = () => [process.pid];
const bounds = new Set<Bound>();
/** How long each thread has waited for a processor, in milliseconds, by process and thread. */
let waited = new Map<number, Map<string, number>>();
let sampledAt = 0;
let sampling: NodeJS.Timeout | undefined;

/**
 * Calls `late` once after `ms` milliseconds, and returns a function that prevents this. Time in
 * which a thread of these processes, or of one that they started, waited for a processor does not
 * count, nor does time in which this process stood still: a slow or busy machine does not use up
 * the time limit of work that still goes on. Only Linux shows this; elsewhere all time counts.
 * Keeps no process alive.
 */
export function afterOwnTime(ms: number, late: () => void, pids = thisProcess): () => void {
  if (!sampling) {
    waited = new Map();
    sampledAt = performance.now();
    sampling = setInterval(sample, SAMPLE_MS).unref();
  }
  const bound = { leftMs: ms + performance.now() - sampledAt, late, pids };
  for (const pid of familyOf(pids)) if (!waited.has(pid)) waited.set(pid, waitsOf(pid));
  bounds.add(bound);
  return () => end(bound);
}

/**
 * Calls `late` once after `count` beats of this process, `beatMs` milliseconds apart, and returns a
 * function that prevents this. A pause of the process is one beat, and what arrived in it is read
 * first. For waiting for others; keeps no process alive.
 */
export function afterBeats(count: number, beatMs: number, late: () => void): () => void {
  let left = count;
  let turn: NodeJS.Immediate | undefined;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    turn = setImmediate(late).unref();
  }, beatMs).unref();
  return () => {
    clearInterval(timer);
    clearImmediate(turn);
  };
}

function end(bound: Bound): void {
  bounds.delete(bound);
  if (bounds.size > 0) return;
  clearInterval(sampling);
  sampling = undefined;
}

function sample(): void {
  const now = performance.now();
  const passedMs = Math.min(now - sampledAt, 2 * SAMPLE_MS);
  const before = waited;
  sampledAt = now;
  waited = new Map();
  const waits = new Map<Pids, number>();
  for (const bound of [...bounds]) {
    const { pids } = bound;
    const wait =
      waits.get(pids) ?? Math.max(...familyOf(pids).map((pid) => waitSince(before, pid)), 0);
    waits.set(pids, wait);
    // Linux counts a wait once it is over, so it may be longer than the time since the last sample.
    bound.leftMs -= passedMs - wait;
    if (bound.leftMs > 0) continue;
    end(bound);
    bound.late();
  }
}

/** These processes, and those that they have started. */
const familyOf = (pids: Pids): number[] => pids().flatMap((pid) => [pid, ...childrenOf(pid)]);

/** The longest wait of any thread of a process since the last sample; 0 where unknown. */
function waitSince(before: ReadonlyMap<number, ReadonlyMap<string, number>>, pid: number): number {
  const now = waited.get(pid) ?? waitsOf(pid);
  waited.set(pid, now);
  const then = before.get(pid);
  if (!then) return 0;
  return Math.max(0, ...[...now].map(([thread, ms]) => ms - (then.get(thread) ?? 0)));
}

function waitsOf(pid: number): Map<string, number> {
  const waits = new Map<string, number>();
  for (const thread of orNone(() => readdirSync(`/proc/${pid}/task`)) ?? []) {
    // Nanoseconds on a processor, nanoseconds waiting for one, and how often.
    const times = orNone(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
    waits.set(thread, Number(times?.split(" ")[1] ?? 0) / 1e6);
  }
  return waits;
}

function childrenOf(pid: number): number[] {
  const children = orNone(() => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
  return (children?.match(/\d+/g) ?? []).map(Number);
}

/** Threads and processes may end meanwhile, and only Linux has /proc. */
function orNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
