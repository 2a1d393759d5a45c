import { infiniteQueryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Decisions about the signed-in person and their surveys, newest first. */
export const ownDecisionsQuery = infiniteQueryOptions({
  queryKey: queryKeys.mine("decisions"),
  queryFn: ({ pageParam: cursor, signal }) =>
    callApi("GET /api/auth/account/my/decisions", { query: { cursor }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

export const objectTo = (id: number, text: string) =>
  callApi("POST /api/auth/account/my/decisions/{id}/objection", { params: { id }, body: { text } });
