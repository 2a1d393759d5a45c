import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** The signed-in person's account; callers enable it only while somebody is signed in. */
export const accountQuery = queryOptions({
  queryKey: queryKeys.account,
  queryFn: ({ signal }) => callApi("GET /api/auth/account/my", { signal }),
});

/** The 81 provinces; they do not change while a page is open. */
export const citiesQuery = queryOptions({
  queryKey: queryKeys.cities,
  queryFn: ({ signal }) => callApi("GET /api/cities", { signal, fromCache: true }),
  staleTime: Number.POSITIVE_INFINITY,
});
