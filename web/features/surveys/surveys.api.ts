import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { CARDS_AT_ONCE, SKIPPED_MAX } from "#contract/limits.ts";
import { callApi } from "#web/lib/api-client.ts";
import type { Input } from "#web/lib/api-types.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ssrContext } from "#web/lib/ssr-context.ts";
import type { SearchParams } from "./list/search-params.ts";

export type SurveyFilter = Omit<NonNullable<Input<"GET /api/surveys">["query"]>, "cursor">;

/** Active public surveys, page by page, starting at `cursor`. */
export const surveysQuery = (filter: SurveyFilter = {}, cursor = "") =>
  infiniteQueryOptions({
    queryKey: queryKeys.surveys(filter, cursor),
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /api/surveys", {
        query: { limit: CARDS_AT_ONCE, ...filter, cursor: pageParam },
        signal,
      }),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next_cursor,
  });

/** One survey; a private one is readable with an invitation code (R59). */
export const surveyQuery = (id: string, invitationCode?: string, prefetch = false) =>
  queryOptions({
    queryKey: queryKeys.survey(id),
    queryFn: async ({ signal }) => {
      const read = { params: { id }, query: { davet: invitationCode }, prefetch, signal };
      const survey = await callApi("GET /api/auth/surveys/{id}", read);
      return { ...survey, isCounted: !prefetch && !ssrContext() };
    },
  });

/** What to vote on after a survey; it stays as it is while it is on the screen. */
export const nextSurveyQuery = (id: number, skipped: readonly number[]) =>
  queryOptions({
    queryKey: queryKeys.nextSurvey(id, skipped),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/next", {
        params: { id },
        query: skipped.length > 0 ? { skip: skipped.slice(-SKIPPED_MAX) } : {},
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const categoriesQuery = () =>
  queryOptions({
    queryKey: queryKeys.categories,
    queryFn: ({ signal }) => callApi("GET /api/categories", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Gives the signed-in person lasting access to the survey, without the code. */
export const acceptInvitation = (id: number, code: string) =>
  callApi("POST /api/auth/surveys/{id}/invitations/accept", { params: { id }, body: { code } });

/** On the server a failure throws and decides the status; in the browser the list shows it. */
export const loadSurveys = (queryClient: QueryClient, query: ReturnType<typeof surveysQuery>) =>
  ssrContext()
    ? queryClient.ensureInfiniteQueryData(query)
    : queryClient.prefetchInfiniteQuery(query);

/** Loader of the pages that list surveys. */
export async function loadSurveyList(queryClient: QueryClient, searchParams: SearchParams) {
  const { cursor, ...filter } = searchParams;
  await Promise.all([
    queryClient.ensureQueryData(categoriesQuery()),
    loadSurveys(queryClient, surveysQuery(filter, cursor)),
  ]);
}
