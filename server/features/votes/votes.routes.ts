import { castVote, getResults, getVoteStatus, listVoted } from "#contract/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { requireSurveyCached } from "#server/features/surveys/survey-access.reads.ts";
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

export function voteRoutes(context: AppContext): void {
  const { defineRoute, db, clock, mailboxes, cacheable, changed, backgroundTasks } = context;
  const cast = createVoteCaster(db, clock, mailboxes);
  const voted = createRanking(db, backgroundTasks, clock);
  const readStatus = createVoteStatus(db);

  defineRoute(castVote, async ({ body, viewer }) => {
    await cast({
      surveyId: body.survey_id,
      optionId: body.survey_option_id,
      userId: viewer.id,
      mailbox: viewer.mailbox,
    });
    voted(body.survey_id);
    changed(resultsChanged(body.survey_id));
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
    const read = async () => ({ items: await readResults(db, results) });
    return results.visibility === "public" ? cacheable(resultsKey(results), read) : read();
  });
}
