// Loaded before a test file (`--import`): ends a file that does not end by itself. The runner's own
// time limit is for each test, so a hook that hangs or a connection left open would hold up the
// whole run. Reports what is still open.

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { MINUTE_MS } from "#contract/durations.ts";

const LIMIT_MS = Number(process.env.TEST_FILE_LIMIT_MS ?? 10 * MINUTE_MS);

setTimeout(() => {
  const file = relative(process.cwd(), process.argv[1] ?? "");
  const open = process.getActiveResourcesInfo().join(", ") || "nothing";
  console.error(`${file} did not end within ${LIMIT_MS / 1000} s. Still open: ${open}`);
  for (const pid of children()) process.kill(pid, "SIGKILL");
  process.exit(1);
}, LIMIT_MS).unref();

/** The programs that this process started and that still run; Linux only. */
function children(): number[] {
  try {
    const list = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
    return list.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
