// Plain JavaScript without dependencies, because setup.mjs uses it.
import { readFileSync } from "node:fs";

const script = process.env.npm_lifecycle_script;
const launchedBy = launchers();
const wasOrphaned = npmIsGone();

/** Whether npm started us and it, or its shell, has ended: a signal to npm ends the shell alone. */
export function isOrphaned() {
  return script !== undefined && (wasOrphaned || launchers().join() !== launchedBy.join());
}

/**
 * The ids of our parent and, if that is the shell in which npm runs scripts, of npm: kill -9 ends
 * npm without its shell. Where there is no /proc, `sh -c` is replaced by the program that it runs.
 */
function launchers() {
  const shell = `/proc/${process.ppid}`;
  try {
    if (!readFileSync(`${shell}/cmdline`, "utf8").includes(script)) return [process.ppid];
    // "pid (name) state parent …"
    const [, npm] = /.*\) \S (\d+)/s.exec(readFileSync(`${shell}/stat`, "utf8"));
    return [process.ppid, Number(npm)];
  } catch {
    return [process.ppid];
  }
}

/** Whether npm was gone before its id could be read: another process has adopted us or its shell. */
function npmIsGone() {
  const [parent, npm] = launchedBy;
  // Other script runners have other names, and may start us without a shell.
  if (!process.env.npm_config_user_agent?.startsWith("npm/")) return false;
  return (npm !== undefined || parent === 1) && !isNpm(npm ?? parent);
}

function isNpm(pid) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return command.startsWith("npm") || command.includes(process.env.npm_execpath);
  } catch {
    // The process hides its command from us, or there is no /proc.
    return pid !== 1;
  }
}
