import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const PERIOD_MS = 100;
const V1 = "/sys/fs/cgroup/cpu";
const V2 = "/sys/fs/cgroup";

/** The programs that it starts share a part of one processor with all their children. */
export interface SlowProcessor {
  /** How the share is enforced, for readers of the figures. */
  method: string;
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** The ids of all its processes. */
  running(): number[];
  /** Resolves when the last process on it has ended. */
  end(): Promise<void>;
}

/**
 * `share` is a part of one processor, such as 0.1. Linux only: enforced by a control group of the kernel
 * where possible, otherwise by stopping and continuing every process in turn.
 */
export function createSlowProcessor(share: number): SlowProcessor {
  return createInGroup(share) ?? createByPauses(share);
}

function createInGroup(share: number): SlowProcessor | undefined {
  const isV2 = existsSync(`${V2}/cgroup.controllers`);
  const group = `${isV2 ? V2 : V1}/kanaat-bench-${process.pid}-${Date.now()}`;
  const [quota, period] = [share * PERIOD_MS * 1000, PERIOD_MS * 1000];
  try {
    if (isV2) writeFileSync(`${V2}/cgroup.subtree_control`, "+cpu");
    mkdirSync(group);
    if (isV2) writeFileSync(`${group}/cpu.max`, `${quota} ${period}`);
    else {
      writeFileSync(`${group}/cpu.cfs_period_us`, `${period}`);
      writeFileSync(`${group}/cpu.cfs_quota_us`, `${quota}`);
    }
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return undefined;
  }
  const members = `${group}/cgroup.procs`;
  const running = () => (readFileSync(members, "utf8").match(/\d+/g) ?? []).map(Number);
  return {
    method: `control group (v${isV2 ? 2 : 1}), ${quota / 1000} of every ${PERIOD_MS} ms`,
    spawn: (command, args, options) =>
      // The shell joins the group before it becomes the program.
      spawn("sh", ["-c", 'echo $$ > "$0"; exec "$@"', members, command, ...args], options),
    running,
    async end() {
      while (running().length > 0) await sleep(100);
      rmdirSync(group);
    },
  };
}

function createByPauses(share: number): SlowProcessor {
  const begun = new Set<number>();
  let hasEnded = false;
  const signal = (name: NodeJS.Signals) => {
    for (const pid of begun) {
      try {
        process.kill(pid, name);
      } catch {
        begun.delete(pid);
      }
    }
  };
  const pausing = (async () => {
    while (!hasEnded) {
      for (const pid of [...begun].flatMap(childrenOf)) begun.add(pid);
      signal("SIGCONT");
      await sleep(share * PERIOD_MS);
      signal("SIGSTOP");
      await sleep((1 - share) * PERIOD_MS);
    }
    signal("SIGCONT");
  })();
  return {
    method: `SIGSTOP and SIGCONT, ${share * PERIOD_MS} of every ${PERIOD_MS} ms`,
    spawn(command, args, options) {
      const child = spawn(command, args, options);
      if (child.pid !== undefined) begun.add(child.pid);
      return child;
    },
    running: () => [...begun],
    async end() {
      while (begun.size > 0) await sleep(100);
      hasEnded = true;
      await pausing;
    },
  };
}

/** The children of all its threads, and their descendants. */
function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
    return children.map(Number).flatMap((child) => [child, ...childrenOf(child)]);
  } catch {
    return [];
  }
}
