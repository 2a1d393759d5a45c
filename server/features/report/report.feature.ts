import { HOUR_MS } from "#contract/durations.ts";
import type { MaintenanceJob } from "#server/maintenance/maintenance.ts";
import type { Feature, FeatureContext } from "../feature.ts";
import { takeEndedLooks, takeMissedLooks } from "./looks.writes.ts";
import { readPopulation } from "./population.ts";
import { reportRoutes } from "./report.routes.ts";

export const report: Feature = {
  name: "report",
  tables: { breakdowns: {}, looks: {} },
  cacheKeys: ["survey:*:report", "survey:*:private-report"],
  routes: reportRoutes,
  jobs: reportJobs,
};

function reportJobs(context: FeatureContext): MaintenanceJob[] {
  const parts = { ...context, population: readPopulation() };
  return [
    {
      // In each round before the job that seals what has ended.
      name: "count the groups of surveys that have ended",
      stage: "prompt",
      run: ({ now }) => takeEndedLooks(parts, now),
    },
    {
      name: "count the groups that a crash left uncounted",
      stage: "last",
      everyMs: HOUR_MS,
      run: ({ now, signal }) => takeMissedLooks(parts, signal, now),
    },
  ];
}
