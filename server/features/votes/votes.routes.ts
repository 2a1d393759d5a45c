import { castVote, getResults, getVoteStatus, listVoted, streamResults } from "#contract/endpoints/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requireSurveyCached } from "#server/features/surveys/survey-access.reads.ts";
import { createLiveResults, type WatchResults } from "#server/features/results/live-results.ts";
import { createRanking } from "./ranking.writes.ts";
import {
  createVoteStatus,
  readResults,
  readVoted,
  requireResults,
  resultsChanged,
  resultsKey,
} from "./votes.reads.ts";
import { createVoteCaster } from "./votes.writes.ts";

/** Returns what sends live results to a stream, for streams that carry more. */
export function voteRoutes(context: AppContext): WatchResults {
  const {
    defineRoute,
    db,
    clock,
    config,
    mailboxes,
    cacheable,
    changed,
    backgroundTasks,
    siblings,
    eventStreams,
  } = context;
  const cast = createVoteCaster(db, clock, mailboxes, config.verifiedVotersRequired);
  const rank = createRanking(db, backgroundTasks, clock);
  const readStatus = createVoteStatus(db);
  const watchResults = createLiveResults(context);

  defineRoute(castVote, async ({ body, viewer }) => {
    const { survey_id: surveyId, survey_option_id: optionId } = body;
    const { id: userId, mailbox } = viewer;
    const { isInSteps } = await cast({ surveyId, optionId, userId, mailbox }).catch((error) => {
      // The earlier vote may be one whose outcome was not known, or have come by another server.
      if (error instanceof ApiError && error.code === "already_voted") {
        changed(resultsChanged(surveyId));
      }
      throw error;
    });
    await rank(surveyId, isInSteps);
    changed(resultsChanged(surveyId));
    // The voter's next request may reach another process.
    if (siblings) await siblings.tell(resultsChanged(surveyId));
    return { item: body };
  });

  defineRoute(getVoteStatus, async ({ params, query, viewer }) =>
    readStatus(params.id, viewer, query.davet),
  );

  defineRoute(listVoted, async ({ query, viewer }) => ({
    items: await readVoted(db, query.survey_ids, viewer.id),
  }));

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
