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

export type FollowListKind = "followers" | "followings";

/** A person's followers, or the people they follow (R103). */
export const followListQuery = (nickname: string, kind: FollowListKind) =>
  infiniteQueryOptions({
    queryKey: queryKeys.followList(nickname, kind),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi(
        kind === "followers"
          ? "GET /api/users/{nickname}/followers"
          : "GET /api/users/{nickname}/followings",
        { params: { nickname }, query: { cursor }, signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

export const popularPeopleQuery = queryOptions({
  queryKey: queryKeys.popularPeople,
  queryFn: ({ signal }) => callApi("GET /api/users/popular", { signal }),
});
