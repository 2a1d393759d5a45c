import {
  changeNotificationSettings,
  getNotificationSettings,
  getUnreadCount,
  listNotifications,
  markNotificationsRead,
} from "#contract/endpoints/notifications.ts";
import type { AppContext } from "#server/app-context.ts";
import {
  createUnreadCounter,
  readNotificationSettings,
  readNotifications,
} from "./notifications.reads.ts";
import { markRead, setNotificationSettings } from "./notifications.writes.ts";

export function notificationRoutes({ defineRoute, db, clock }: AppContext): void {
  const countUnread = createUnreadCounter(db);

  defineRoute(listNotifications, async ({ query, viewer }) =>
    readNotifications(db, viewer.id, query),
  );

  defineRoute(getUnreadCount, async ({ viewer }) => countUnread(viewer.id), {
    isFrequent: true,
  });

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
}
