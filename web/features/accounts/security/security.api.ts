import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api-client.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** One's open sessions, this one first. */
export const openSessionsQuery = queryOptions({
  queryKey: queryKeys.openSessions,
  queryFn: ({ signal }) => callApi("GET /api/auth/account/sessions", { signal }),
});

export const closeSession = (id: number) =>
  callApi("DELETE /api/auth/account/sessions/{id}", { params: { id } });

export const closeOtherSessions = () => callApi("DELETE /api/auth/account/sessions");
