import { castVote, getVoteStatus, listVoted } from "#contract/endpoints/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { createCohortFolding } from "#server/features/ballots/cohorts.writes.ts";
import { takeLooks } from "#server/features/report/looks.writes.ts";
import { readPopulation } from "#server/features/report/population.ts";
import { resultsChanged } from "#server/features/results/results.reads.ts";
import { voterOf, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import { createOriginCounts } from "./origins.writes.ts";
import { createRanking } from "./ranking.writes.ts";
import { createVoteStatus, readVoted } from "./votes.reads.ts";
import { createVoteCaster } from "./votes.writes.ts";

export function voteRoutes(context: AppContext): void {
  const { defineRoute, db, clock, config, mailboxes, changed, siblings, clientIpOf } = context;
  const cast = createVoteCaster(db, clock, mailboxes, {
    needsVerified: config.verifiedVotersRequired,
    verifies: config.mail !== undefined,
  });
  const parts = { ...context, population: readPopulation() };
  const rank = createRanking(context, (ids, now) => takeLooks(parts, ids, now));
  const foldCohorts = createCohortFolding(context);
  const countOrigin = createOriginCounts(context);
  const readStatus = createVoteStatus(db);

  defineRoute(castVote, async ({ body, viewer, request }) => {
    const surveyId = body.survey_id;
    const { isInSteps } = await cast({ vote: body, voter: voterOf(viewer) }).catch((error) => {
      // The earlier vote may be one of unknown outcome, or one cast through another server.
      if (error instanceof ApiError && error.code === "already_voted") {
        changed(resultsChanged(surveyId));
      }
      throw error;
    });
    foldCohorts();
    // In steps, even numbers of accounts would reveal that somebody voted.
    if (!isInSteps) {
      countOrigin(surveyId, voterOfAccount(viewer.id), networkOf(clientIpOf(request.raw)));
    }
    await rank(surveyId, isInSteps);
    changed(resultsChanged(surveyId));
    // The voter's next request may reach another process.
    if (siblings) await siblings.tell(resultsChanged(surveyId));
    return { item: body };
  });

  defineRoute(
    getVoteStatus,
    async ({ params, query, viewer }) => readStatus(params.id, viewer, query.davet),
    { isFrequent: true },
  );

  defineRoute(listVoted, async ({ query, viewer }) => ({
    items: await readVoted(db, query.survey_ids, voterOfAccount(viewer.id)),
  }));
}
