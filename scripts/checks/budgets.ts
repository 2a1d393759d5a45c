import { existsSync, readFileSync } from "node:fs";
import { SECOND_MS } from "#contract/durations.ts";

/**
 * Seconds of processor time that a check may take on the reference machine: about twice as much as
 * it takes there. Time in which it waits or other programs run does not count, so that a check does
 * not fail because the machine is busy. CONTRIBUTING.md has the same table.
 */
export const BUDGETS: Readonly<Record<string, number>> = {
  types: 60,
  lint: 40,
  unit: 200,
  "server-sqlite": 800,
  "server-postgres": 800,
  components: 60,
  e2e: 2000,
};

/** Processor time of `calculate` on the reference machine. */
const CALCULATION_MS = 100;
/** Linux's unit of processor time, on every architecture that Node supports. */
const TICKS_A_SECOND = 100;
const SAMPLE_MS = 5 * SECOND_MS;
const NAMED = 5;

/**
 * Processor time in seconds of this process and of those that it started and that have ended; 0
 * where there is no /proc, so that no check is over its budget there. Chromium ends some of its
 * processes without waiting for them, so that only half of its time is in it.
 */
export function usedSeconds(): number {
  if (!existsSync("/proc/self/stat")) return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // After the name, which may contain spaces: the 12th to 15th fields.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) / TICKS_A_SECOND;
}

/**
 * How many times as much processor time as on the reference machine a calculation takes now, of the
 * kind that tests make; at least 1. Other programs slow a processor down that they share.
 */
export function slowness(): number {
  const before = process.cpuUsage();
  calculate();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1000 / CALCULATION_MS);
}

/**
 * Returns what `work` returns, and the average slowness from its beginning to its end: what other
 * programs take from a processor changes from one second to the next.
 */
export async function slownessDuring<Result>(
  work: () => Promise<Result>,
  everyMs = SAMPLE_MS,
  measure = slowness,
) {
  const samples = [measure()];
  const timer = setInterval(() => samples.push(measure()), everyMs);
  const result = await work().finally(() => clearInterval(timer));
  samples.push(measure());
  return { result, slowness: samples.reduce((sum, one) => sum + one, 0) / samples.length };
}

function calculate(): void {
  for (let round = 0; round < 40; round++) {
    const rows = Array.from({ length: 5000 }, (_, i) => ({ order: (i * 7919) % 5003, i: `${i}` }));
    rows.sort((a, b) => a.order - b.order);
    JSON.parse(JSON.stringify(rows));
  }
}

/** Returns seconds of processor time on a machine of this slowness; Infinity without a budget. */
export function budgetOf(check: string, slower: number): number {
  return (BUDGETS[check] ?? Infinity) * slower;
}

/** Names the slowest files. */
export function slowest(files: ReadonlyMap<string, number>): string {
  const sorted = [...files].sort(([, a], [, b]) => b - a).slice(0, NAMED);
  return sorted.map(([file, seconds]) => `${file} ${seconds.toFixed(1)} s`).join(", ");
}

/** Returns what to print about a check that took too much, with its slowest files. */
export function complaintAbout(
  check: string,
  used: number,
  budget: number,
  files: ReadonlyMap<string, number> = new Map(),
): string {
  return (
    `${check} is over its budget: ${used.toFixed(0)} of ${budget.toFixed(0)} s of processor time ` +
    `on this machine (scripts/checks/budgets.ts).${files.size > 0 ? ` Slowest: ${slowest(files)}` : ""}`
  );
}
