import { measure } from "#server/telemetry/metrics.ts";

const lastSuccess: Record<string, number> = {};
const lastDuration: Record<string, number> = {};
const failures: Record<string, number> = {};
// Prometheus reserves the label "job" for itself.
const label = "task";

measure({
  name: "kanaat_job_last_success_timestamp_seconds",
  help: "When this process last ran the periodic job without a fault",
  kind: "gauge",
  label,
  read: () => lastSuccess,
});
measure({
  name: "kanaat_job_last_duration_seconds",
  help: "How long that took",
  kind: "gauge",
  label,
  read: () => lastDuration,
});
measure({
  name: "kanaat_job_failures_total",
  help: "Runs of the periodic job in this process that ended with a fault",
  kind: "counter",
  label,
  read: () => failures,
});

/** Records that a job succeeded at `now`, in milliseconds since 1970. */
export function noteSuccess(name: string, now: number, durationMs: number): void {
  lastSuccess[name] = now / 1000;
  lastDuration[name] = durationMs / 1000;
  // Only a counter that exists from the first run on shows its first increase.
  failures[name] ??= 0;
}

export function noteFailure(name: string): void {
  failures[name] = (failures[name] ?? 0) + 1;
}

/**
 * Adds metrics of how often the jobs of this process run (milliseconds by name), and whether it
 * runs those that one server does for all. Returns a function that removes them.
 */
export function measureSchedule(everyMs: ReadonlyMap<string, number>, runsShared: boolean) {
  const seconds = Object.fromEntries([...everyMs].map(([name, ms]) => [name, ms / 1000]));
  const ends = [
    measure({
      name: "kanaat_job_interval_seconds",
      help: "How often the periodic job is due",
      kind: "gauge",
      label,
      read: () => seconds,
    }),
    measure({
      name: "kanaat_runs_jobs",
      help: "Whether this process runs jobs for all servers: 0 with ROLE=web",
      kind: "gauge",
      read: () => (runsShared ? 1 : 0),
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
