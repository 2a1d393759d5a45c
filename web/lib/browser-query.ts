import { QueryClient, QueryObserver, useQuery } from "@tanstack/react-query";
import { queryKeys } from "./api/query-keys.ts";

/** The result of a disabled query that was never fetched. */
const pending = () =>
  new QueryObserver(new QueryClient(), { queryKey: queryKeys.my, enabled: false });

/**
 * `useQuery` for data that documents never contain, such as one person's own. On the server it is
 * always pending: the observers of a list's cards would take a sixth of a page's time there.
 */
export const useBrowserQuery = (
  typeof window === "undefined" ? always(pending().getCurrentResult()) : useQuery
) as typeof useQuery;

function always<T>(value: T): () => T {
  return () => value;
}
