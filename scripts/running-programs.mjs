// Plain JavaScript without dependencies, because setup.mjs uses it.
import { spawnSync } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";

/** Exits if another process runs this file, which is about to be replaced. */
export function refuseWhileRun(file) {
  const others = programs().filter(([pid, its]) => its === file && pid !== process.pid);
  if (others.length === 0) return;
  console.error(
    `Packages have to be installed, and process ${others.map(([pid]) => pid).join(", ")} runs from them. ` +
      "Stop it first, or use another folder: docs/operations.md#upgrades explains how.",
  );
  process.exit(1);
}

/** Ids and files of running programs that this user can see, on Linux and macOS; otherwise empty. */
function programs() {
  if (process.platform === "darwin") {
    const { stdout } = spawnSync("ps", ["-axo", "pid=,comm="], { encoding: "utf8" });
    return [...stdout.matchAll(/^ *(\d+) (.+)$/gm)].map(([, pid, file]) => [Number(pid), file]);
  }
  if (process.platform !== "linux") return [];
  // /proc also contains entries that are not process ids.
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return [[Number(pid), readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, "")]];
    } catch {
      return [];
    }
  });
}
