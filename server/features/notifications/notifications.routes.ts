import {
  changeNotificationSettings,
  getNotificationSettings,
  getUnreadCount,
  listNotifications,
  markNotificationsRead,
  streamNotifications,
} from "#contract/endpoints/notifications.ts";
import type { AppContext } from "#server/app-context.ts";
import {
  createUnreadCount,
  readNotificationSettings,
  readNotifications,
} from "./notifications.reads.ts";
import { markRead, setNotificationSettings } from "./notifications.writes.ts";
import { createUnreadStreams, type SendUnread } from "./unread-streams.ts";

/** Returns the function that sends the unread count to a stream, for streams that carry more. */
export function notificationRoutes(context: AppContext): SendUnread {
  const { defineRoute, db, clock, eventStreams } = context;
  const countUnread = createUnreadCount(db);
  const sendUnread = createUnreadStreams(context, countUnread);

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
    const stream = eventStreams.open(viewer, request, reply);
    if (stream) await sendUnread(stream, viewer.id);
    return null;
  });

  return sendUnread;
}
