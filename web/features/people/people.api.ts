import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

export const personQuery = (nickname: string) =>
  queryOptions({
    queryKey: queryKeys.person(nickname),
    queryFn: ({ signal }) => callApi("GET /api/users/{nickname}", { params: { nickname }, signal }),
  });

/** A person's public surveys, newest first. */
export const personSurveysQuery = (nickname: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.personSurveys(nickname),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/users/{nickname}/surveys", {
        params: { nickname },
        query: { cursor },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
