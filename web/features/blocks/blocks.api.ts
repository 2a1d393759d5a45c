import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BlockKind } from "#contract/endpoints/blocks.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Whether the signed-in person has blocked or muted another. */
export const blockQuery = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.mine("blocks", userId),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/account/blocks/{userId}", { params: { userId }, signal }),
  });

/** Whom the signed-in person has blocked or muted, newest first. */
export const blocksQuery = infiniteQueryOptions({
  queryKey: queryKeys.mine("blocks"),
  queryFn: ({ pageParam: cursor, signal }) =>
    callApi("GET /api/auth/account/blocks", { query: { cursor }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

/** Blocks or mutes a person, or with null takes that back. */
export const setBlock = (userId: number, kind: BlockKind | null) =>
  kind === null
    ? callApi("DELETE /api/auth/account/blocks/{userId}", { params: { userId } })
    : callApi("PUT /api/auth/account/blocks/{userId}", { params: { userId }, body: { kind } });
