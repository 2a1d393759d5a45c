import { useQueryClient } from "@tanstack/react-query";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { isShownInSteps } from "#web/features/results/steps-words.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Returns a function that withdraws the vote, then shows what people see who have not voted. */
export function useWithdrawVote(surveyId: number): () => Promise<void> {
  const queryClient = useQueryClient();
  const uncountVote = () =>
    queryClient.setQueryData<Answer<"GET /api/auth/surveys/{id}">>(
      queryKeys.survey(String(surveyId)),
      (survey) => {
        const votes = survey?.item.vote_count ?? null;
        return survey && votes !== null && !isShownInSteps(survey.item)
          ? { ...survey, item: { ...survey.item, vote_count: votes - 1 } }
          : survey;
      },
    );
  return async () => {
    try {
      await callApi("DELETE /api/auth/surveys/{id}/responses", { params: { id: surveyId } });
      uncountVote();
    } catch (problem) {
      // An earlier try may have arrived.
      if (!(problem instanceof ApiProblem) || problem.code !== "vote_not_found") throw problem;
    }
    queryClient.setQueryData(queryKeys.voteStatus(surveyId), false);
    // Not only refreshed: results that show after the vote are hidden at once.
    void queryClient.resetQueries({ queryKey: resultsQuery(surveyId).queryKey });
  };
}
