import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#web/lib/api-client.ts";

/** How many notifications are unread; for signed-in people only. */
export const unreadCountQuery = queryOptions({
  queryKey: ["my", "unread-count"],
  queryFn: ({ signal }) => callApi("GET /api/auth/account/notifications/unread-count", { signal }),
});
