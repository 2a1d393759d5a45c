import { exportReport, getReport, type Report } from "#contract/endpoints/report.ts";
import type { AppContext } from "#server/app-context.ts";
import {
  privateReportKey,
  reportKey,
  requireResults,
  type VisibleResults,
} from "#server/features/results/results.reads.ts";
import {
  cachedForEverybody,
  requireSurveyCached,
} from "#server/features/surveys/survey-access.reads.ts";
import { isPublic } from "#server/features/visibility/visibility.reads.ts";
import { CachedJson } from "#server/http/cache/cached-json.ts";
import { readPopulation } from "./population.ts";
import { readReport } from "./report.reads.ts";
import { createReportFiles } from "./report-files.ts";

export function reportRoutes(context: AppContext): void {
  const { defineRoute, db, clock, cacheable, cachedValue, toJson } = context;
  const population = readPopulation();
  const fileOf = createReportFiles();

  const read = (results: VisibleResults) => readReport(db, results, population, clock.now());

  defineRoute(getReport, async ({ params, query, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
    const results = await requireResults(db, survey, viewer, clock.now());
    return cachedForEverybody(context, results, reportKey, () => read(results));
  });

  defineRoute(exportReport, async ({ params: { id, format }, query, viewer }) => {
    const survey = await requireSurveyCached(context, id, viewer, query.davet);
    const results = await requireResults(db, survey, viewer, clock.now());
    const json = await readOnce(results);
    return fileOf({ survey, json }, format, isPublic(results) && viewer === null);
  });

  /** Returns the report as JSON, read once a second however many save it. */
  async function readOnce(results: VisibleResults): Promise<CachedJson<Report>> {
    if (isPublic(results)) return cacheable(reportKey(results), () => read(results));
    const json = await cachedValue(
      privateReportKey(results),
      async () => new CachedJson(await read(results), () => false, "no-store", toJson),
    );
    return json as CachedJson<Report>;
  }
}
