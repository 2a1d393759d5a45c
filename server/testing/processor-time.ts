import { readFileSync } from "node:fs";
import { processorMs } from "#server/images/stuck-decoder.ts";

/**
 * How many milliseconds of processor time `work` took in this process and, on Linux, in its
 * children. A busy machine does not make it longer.
 */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = usedMs();
  await work();
  return usedMs() - before;
}

function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return childrenOf(process.pid).reduce(
    (sum, pid) => sum + (processorMs(pid) ?? 0),
    (user + system) / 1000,
  );
}

function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
  return children.map(Number);
}
