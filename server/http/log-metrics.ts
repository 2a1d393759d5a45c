import { measure } from "#server/metrics.ts";

interface LoggedFault {
  warn: number;
  error: number;
  fatal: number;
}
const lines: LoggedFault & Record<string, number> = { warn: 0, error: 0, fatal: 0 };
/** As the logger (pino) numbers them. */
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

/** Options of the logger that count what it writes. */
export const COUNTED_LINES = {
  hooks: {
    logMethod(
      this: unknown,
      args: unknown[],
      write: (...args: never[]) => void,
      level: number,
    ): void {
      const name = LEVELS[level];
      if (name) lines[name]++;
      write.apply(this, args as never[]);
    },
  },
};
