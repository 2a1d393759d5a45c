import { infiniteQueryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api-client.ts";
import type { Input } from "#web/lib/api-types.ts";

export type SurveyFilter = Omit<NonNullable<Input<"GET /api/surveys">["query"]>, "cursor">;

/** Active public surveys, a page at a time. */
export const surveysQuery = (filter: SurveyFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ["surveys", filter],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /api/surveys", { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
