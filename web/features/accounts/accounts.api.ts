import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { useIsSignedIn } from "#web/lib/session.ts";

/** The signed-in person's account; callers enable it only while somebody is signed in. */
export const accountQuery = queryOptions({
  queryKey: queryKeys.account,
  queryFn: ({ signal }) => callApi("GET /api/auth/account/my", { signal }),
});

/** Whether the signed-in person is staff; false until that is known. */
export function useIsStaff(): boolean {
  const { data } = useQuery({ ...accountQuery, enabled: useIsSignedIn() });
  return data?.item.role !== undefined;
}

/** The 81 provinces; they do not change while a page is open. */
export const citiesQuery = queryOptions({
  queryKey: queryKeys.cities,
  queryFn: ({ signal }) => callApi("GET /api/cities", { signal, fromCache: true }),
  staleTime: Number.POSITIVE_INFINITY,
});
