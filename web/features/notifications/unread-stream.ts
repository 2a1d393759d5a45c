import type { QueryClient } from "@tanstack/react-query";
import { followEvents } from "#web/lib/api/shared-stream.ts";
import { refetchNotifications } from "./notifications.api.ts";
import { unreadCountQuery } from "./unread-count.api.ts";

/**
 * Keeps the unread count and the list of notifications up to date while the page is visible,
 * without polling. Returns a function that stops it.
 */
export function keepUnreadCount(queryClient: QueryClient): () => void {
  const { queryKey } = unreadCountQuery;
  return followEvents({
    async onEvent(event, data) {
      if (event !== "unread") return;
      // A count still being fetched may be older.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, Number(data));
      await refetchNotifications(queryClient);
    },
  });
}
