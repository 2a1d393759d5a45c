import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api-client.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

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
