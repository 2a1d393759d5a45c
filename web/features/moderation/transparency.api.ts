import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Sums of what staff did. */
export const transparencyQuery = () =>
  queryOptions({
    queryKey: queryKeys.transparency,
    queryFn: ({ signal }) => callApi("GET /api/transparency", { signal }),
  });
