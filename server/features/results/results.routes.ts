import { getResults } from "#contract/endpoints/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import {
  cachedForEverybody,
  requireSurveyCached,
} from "#server/features/surveys/survey-access.reads.ts";
import { readResults, requireResults, resultsKey } from "./results.reads.ts";

export function resultRoutes(context: AppContext): void {
  const { defineRoute, db, clock } = context;

  defineRoute(
    getResults,
    async ({ params, query, viewer }) => {
      const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
      const results = await requireResults(db, survey, viewer, clock.now());
      const read = () => readResults(db, results, clock.now());
      return cachedForEverybody(context, results, resultsKey, read);
    },
    { isFrequent: true },
  );
}
