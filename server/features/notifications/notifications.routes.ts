import {
  awaitEnd,
  changeNotificationSettings,
  getAwaitedEnd,
  getNotificationSettings,
  getUnreadCount,
  listNotifications,
  markNotificationsRead,
  stopAwaitingEnd,
} from "#contract/endpoints/notifications.ts";
import type { AppContext } from "#server/app-context.ts";
import { awaitsEnd } from "./awaited-ends.reads.ts";
import * as waiting from "./awaited-ends.writes.ts";
import {
  createUnreadCounter,
  readNotificationSettings,
  readNotifications,
} from "./notifications.reads.ts";
import { markRead, setNotificationSettings } from "./notifications.writes.ts";

export function notificationRoutes({ defineRoute, db, clock }: AppContext): void {
  const countUnread = createUnreadCounter(db, clock);

  defineRoute(listNotifications, async ({ query, viewer }) =>
    readNotifications(db, viewer.id, query, clock.now()),
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

  defineRoute(getAwaitedEnd, async ({ params, query, viewer }) => ({
    item: await awaitsEnd(db, { userId: viewer.id, surveyId: params.id }, query.davet),
  }));

  defineRoute(awaitEnd, async ({ params, viewer }) => {
    await waiting.awaitEnd(db, { userId: viewer.id, surveyId: params.id }, clock.now());
    return { item: true };
  });

  defineRoute(stopAwaitingEnd, async ({ params, viewer }) => {
    const mine = { userId: viewer.id, surveyId: params.id };
    await awaitsEnd(db, mine);
    await waiting.stopAwaitingEnd(db, mine);
    return { item: false };
  });
}
