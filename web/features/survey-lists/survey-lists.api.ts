import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { CARDS_AT_ONCE } from "#contract/limits.ts";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Input } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { ssrContext } from "#web/lib/ssr-context.ts";
import type { SearchParams } from "./search-params.ts";

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
