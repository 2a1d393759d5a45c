import { castVote, getResults, getVoteStatus } from "#contract/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requireSurvey } from "#server/features/surveys/survey-access.reads.ts";
import {
  forgetResults,
  readyHiddenResults,
  readyResults,
} from "#server/features/surveys/survey-cache-keys.ts";
import { createRanking } from "./ranking.writes.ts";
import { createVoteStatus, readResults, resultsAreVisible } from "./votes.reads.ts";
import { createVoteCaster } from "./votes.writes.ts";

export function voteRoutes({ serve, db, clock, answers, closing }: AppContext): void {
  const cast = createVoteCaster(db, clock);
  const voted = createRanking(db, closing);
  const readStatus = createVoteStatus(db);

  serve(castVote, async ({ body, viewer }) => {
    await cast({ surveyId: body.survey_id, optionId: body.survey_option_id, userId: viewer });
    voted(body.survey_id);
    forgetResults(answers, body.survey_id);
    return { item: body };
  });

  serve(getVoteStatus, async ({ params, query, viewer }) =>
    readStatus(params.id, viewer, query.davet),
  );

  serve(getResults, async ({ params, query, viewer }) => {
    const kept = answers.peek(readyResults(params.id));
    if (kept) return kept;
    const survey = await requireSurvey(db, params.id, viewer, query.davet);
    const mayBeSeenBy = (one: number | null) => resultsAreVisible(db, survey, one, clock.now());
    if (!(await mayBeSeenBy(viewer))) throw new ApiError("results_hidden");
    if (survey.visibility !== "public") return { items: await readResults(db, survey.id) };
    const ready = (await mayBeSeenBy(null)) ? readyResults : readyHiddenResults;
    return answers.get(ready(survey.id), async () => {
      // Asked anew, so that what became private in between is not kept.
      await requireSurvey(db, survey.id, null);
      return { items: await readResults(db, survey.id) };
    });
  });
}
