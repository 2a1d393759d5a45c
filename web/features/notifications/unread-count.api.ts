import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** How many notifications are unread; needs a session. Every page carries this file. */
export const unreadCountQuery = queryOptions({
  queryKey: queryKeys.unreadCount,
  queryFn: ({ signal }) => callApi("GET /api/auth/account/notifications/unread-count", { signal }),
});
