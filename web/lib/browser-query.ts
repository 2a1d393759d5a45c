import { QueryClient, QueryObserver, useQuery } from "@tanstack/react-query";
import { queryKeys } from "./api/query-keys.ts";

/** What a query that is not enabled and was never fetched answers. */
const pending = () =>
  new QueryObserver(new QueryClient(), { queryKey: queryKeys.my, enabled: false });

/**
 * `useQuery` for what documents never hold, such as what belongs to one person: on the server, where
 * the observers of a list's cards would take a sixth of a page's time, it is simply pending.
 */
export const useBrowserQuery = (
  typeof window === "undefined" ? always(pending().getCurrentResult()) : useQuery
) as typeof useQuery;

function always<T>(value: T): () => T {
  return () => value;
}
