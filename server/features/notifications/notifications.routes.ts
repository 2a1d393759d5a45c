import {
  changeNotificationSettings,
  getNotificationSettings,
  getUnreadCount,
  listNotifications,
  markNotificationsRead,
  streamNotifications,
} from "#contract/notifications.ts";
import type { AppContext } from "#server/app-context.ts";
import {
  createUnreadCount,
  readNotificationSettings,
  readNotifications,
} from "./notifications.reads.ts";
import { markRead, setNotificationSettings } from "./notifications.writes.ts";
import { createUnreadStreams } from "./unread-streams.ts";

export function notificationRoutes(context: AppContext): void {
  const { defineRoute, db, clock } = context;
  const countUnread = createUnreadCount(db);
  const openStream = createUnreadStreams(context, countUnread);

  defineRoute(listNotifications, async ({ query, viewer }) =>
    readNotifications(db, viewer.id, query),
  );

  defineRoute(getUnreadCount, async ({ viewer }) => countUnread(viewer.id));

  defineRoute(markNotificationsRead, async ({ body, viewer }) => {
    await markRead(db, viewer.id, body.last_id, clock.now());
    return countUnread(viewer.id);
  });

  defineRoute(getNotificationSettings, async ({ viewer }) => ({
    item: await readNotificationSettings(db, viewer.id),
  }));

  defineRoute(changeNotificationSettings, async ({ body, viewer }) => {
    await setNotificationSettings(db, viewer.id, body);
    return { item: await readNotificationSettings(db, viewer.id) };
  });

  defineRoute(streamNotifications, async ({ viewer, request, reply }) => {
    await openStream(viewer.id, request, reply);
    return null;
  });
}
