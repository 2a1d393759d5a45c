import {
  castVote,
  changeVote,
  getVoteStatus,
  listVoted,
  withdrawVote,
} from "#contract/endpoints/votes.ts";
import { voterOf, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import type { FeatureContext } from "../feature.ts";
import { createVoteStatus, readVoted } from "./votes.reads.ts";

export function voteRoutes(context: FeatureContext): void {
  const { defineRoute, db, clientIpOf } = context;
  const readStatus = createVoteStatus(db);

  defineRoute(castVote, async ({ body, viewer, request }) => {
    await context.castVote(body, voterOf(viewer), clientIpOf(request.raw));
    return { item: body };
  });

  defineRoute(changeVote, async ({ body, viewer }) => {
    const voter = voterOfAccount(viewer.id);
    await context.changeVote({ surveyId: body.survey_id, voter, vote: body });
    return { item: body };
  });

  defineRoute(withdrawVote, async ({ params, viewer }) => {
    await context.changeVote({ surveyId: params.id, voter: voterOfAccount(viewer.id) });
    return null;
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
