import { queryOptions } from "@tanstack/react-query";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

export const reportQuery = (surveyId: number, invitationCode?: string) =>
  queryOptions({
    queryKey: queryKeys.report(surveyId),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/responses/report", {
        params: { id: surveyId },
        query: { davet: invitationCode },
        signal,
      }),
  });

const WITHHELD = ["results_hidden", "too_few_votes"];

/** Whether the error says that the viewer may not see the results, or not yet. */
export const isWithheld = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && WITHHELD.includes(error.code);

/** Whether visitors may see the results, as links do, which carry no account. */
export const isForEverybody = ({
  visibility,
  adults_only,
  result_visibility,
  state,
  quiet,
}: Survey): boolean =>
  visibility === "public" &&
  !adults_only &&
  !quiet &&
  (result_visibility === "before" || state === "ended");
