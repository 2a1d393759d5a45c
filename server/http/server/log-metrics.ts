import { createHider } from "#server/secret/hidden-secrets.ts";
import { measure } from "#server/telemetry/metrics.ts";

interface LoggedFault {
  warn: number;
  error: number;
  fatal: number;
}
const lines: LoggedFault & Record<string, number> = { warn: 0, error: 0, fatal: 0 };
/** The level numbers of the logger (pino). */
const LEVELS: Readonly<Record<number, keyof LoggedFault>> = {
  40: "warn",
  50: "error",
  60: "fatal",
};

measure({
  name: "kanaat_log_lines_total",
  help: "Lines of the log that tell of faults, by level",
  kind: "counter",
  label: "level",
  read: () => lines,
});

/**
 * Makes the logger count its lines and hide the environment's secrets in each of them. A line that
 * the standard output does not accept, as on a full disk, is dropped.
 */
export function loggerOptions(level: string, environment: NodeJS.ProcessEnv) {
  if (level === "silent") return false;
  const stream = { write: (line: string) => void process.stdout.write(line) };
  return { level, stream, hooks: { logMethod: counted, streamWrite: createHider(environment) } };
}

function counted(
  this: unknown,
  args: unknown[],
  write: (...args: never[]) => void,
  level: number,
): void {
  const name = LEVELS[level];
  if (name) lines[name]++;
  write.apply(this, args as never[]);
}
