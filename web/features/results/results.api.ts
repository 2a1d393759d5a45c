import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

export const resultsQuery = (surveyId: number, invitationCode?: string) =>
  queryOptions({
    queryKey: queryKeys.results(surveyId),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/responses/result", {
        params: { id: surveyId },
        query: { davet: invitationCode },
        signal,
      }),
  });
