import { exportReport, getReport } from "#contract/endpoints/report.ts";
import type { AppContext } from "#server/app-context.ts";
import { reportKey, requireResults } from "#server/features/results/results.reads.ts";
import {
  cachedForEverybody,
  requireSurveyCached,
} from "#server/features/surveys/survey-access.reads.ts";
import { isPublic } from "#server/features/visibility/visibility.reads.ts";
import { readPopulation } from "./population.ts";
import { readReport } from "./report.reads.ts";
import { toFile } from "./report-files.ts";

export function reportRoutes(context: AppContext): void {
  const { defineRoute, db, clock } = context;
  const population = readPopulation();

  defineRoute(getReport, async ({ params, query, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
    const results = await requireResults(db, survey, viewer, clock.now());
    const read = () => readReport(db, results, population, clock.now());
    return cachedForEverybody(context, results, reportKey, read);
  });

  defineRoute(exportReport, async ({ params: { id, format }, query, viewer }) => {
    const survey = await requireSurveyCached(context, id, viewer, query.davet);
    const results = await requireResults(db, survey, viewer, clock.now());
    const report = await readReport(db, results, population, clock.now());
    return toFile(report, format, survey, isPublic(results) && viewer === null);
  });
}
