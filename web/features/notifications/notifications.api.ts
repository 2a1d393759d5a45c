import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NotificationSettings } from "#contract/endpoints/notifications.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** The signed-in person's notifications, newest first. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.notifications,
  queryFn: ({ pageParam: cursor, signal }) =>
    callApi("GET /api/auth/account/notifications", { query: { cursor }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

/** Which kinds of notifications the person gets. */
export const notificationSettingsQuery = queryOptions({
  queryKey: queryKeys.mine("notification-settings"),
  queryFn: ({ signal }) => callApi("GET /api/auth/account/notifications/settings", { signal }),
});

export const changeSettings = (body: Partial<NotificationSettings>) =>
  callApi("PUT /api/auth/account/notifications/settings", { body });

/** Refetches the list after any fetch under way, whose next page would be dropped otherwise. */
export async function refetchNotifications(queryClient: QueryClient): Promise<void> {
  const { queryKey } = notificationsQuery;
  await queryClient
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey });
}

/** Marks a notification and all older ones as read; resolves to how many are still unread. */
export const markRead = (last_id: number) =>
  callApi("PUT /api/auth/account/notifications/read", { body: { last_id } });
