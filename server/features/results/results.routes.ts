import { getResults, streamResults } from "#contract/endpoints/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { requireSurveyCached } from "#server/features/surveys/survey-access.reads.ts";
import { createLiveResults, type WatchResults } from "./live-results.ts";
import { readResults, requireResults, resultsKey } from "./results.reads.ts";

/** Returns the function that sends live results, for streams that also carry other events. */
export function resultRoutes(context: AppContext): WatchResults {
  const { defineRoute, db, clock, cacheable, eventStreams } = context;
  const watchResults = createLiveResults(context);

  defineRoute(getResults, async ({ params, query, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
    const results = await requireResults(db, survey, viewer, clock.now());
    const read = () => readResults(db, results, clock.now());
    return results.visibility === "public" ? cacheable(resultsKey(results), read) : read();
  });

  defineRoute(streamResults, async ({ query, viewer, request, reply }) => {
    const attach = await watchResults(query.surveys, viewer, true);
    const stream = eventStreams.open(viewer, request, reply);
    if (stream) attach(stream);
    return null;
  });

  return watchResults;
}
