import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { whenShown } from "#web/lib/page-start/when-shown.ts";
import { ssrContext } from "#web/lib/ssr-context.ts";

/** One survey; a private one is readable with an invitation code (R59). */
export const surveyQuery = (id: string, invitationCode?: string, prefetch = false) =>
  queryOptions({
    queryKey: queryKeys.survey(id),
    queryFn: async ({ signal }) => {
      // This call counts as a view (R57).
      if (!prefetch && !ssrContext()) await whenShown();
      const read = { params: { id }, query: { davet: invitationCode }, prefetch, signal };
      const survey = await callApi("GET /api/auth/surveys/{id}", read);
      return { ...survey, isCounted: !prefetch && !ssrContext() };
    },
  });

export const categoriesQuery = () =>
  queryOptions({
    queryKey: queryKeys.categories,
    queryFn: ({ signal }) => callApi("GET /api/categories", { signal, fromCache: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Gives the signed-in person lasting access to the survey, without the code. */
export const acceptInvitation = (id: number, code: string) =>
  callApi("POST /api/auth/surveys/{id}/invitations/accept", { params: { id }, body: { code } });
