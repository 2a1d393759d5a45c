import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { NOTIFICATION_LIFETIME_DAYS } from "#contract/limits.ts";
import type { Feature } from "../feature.ts";
import { exportAwaitedEnds } from "./awaited-ends.reads.ts";
import { notifyEnded } from "./ended.writes.ts";
import { notifyLeaderChanges } from "./leaders.writes.ts";
import { exportNotifications, readMutedKinds } from "./notification-export.reads.ts";
import { hasManyNotifications } from "./notifications.reads.ts";
import { notificationRoutes } from "./notifications.routes.ts";
import {
  deleteNotifications,
  deleteNotificationsOf,
  deleteOldNotifications,
  resendUnreadCounts,
} from "./notifications.writes.ts";
import { notifyPendingFollowers } from "./published.writes.ts";

const DELETING_LIMIT_MS = 30_000;

export const notifications: Feature = {
  name: "notifications",
  tables: {
    notifications: {
      people: {
        user_id: { exported: "notifications", deletedBy: "foreign key" },
        actor_id: {
          notExported: "belongs to the people who were notified",
          deletedBy: "foreign key",
        },
      },
    },
    muted_notifications: {
      people: { user_id: { exported: "muted_notifications", deletedBy: "foreign key" } },
    },
    awaited_ends: {
      people: { user_id: { exported: "awaited_ends", deletedBy: "foreign key" } },
      ofSurvey: { user_id: Number.MIN_SAFE_INTEGER },
    },
    leaders: {},
  },
  routes: notificationRoutes,
  jobs: ({ db, clock, mail, letterLimits }) => [
    {
      name: "notify followers of published surveys",
      stage: "prompt",
      run: ({ signal }) => notifyPendingFollowers(db, clock, signal),
    },
    {
      name: "notify owners and voters of ended surveys",
      stage: "prompt",
      run: ({ now, signal }) => notifyEnded(db, now, signal, { mail, letterLimits }),
    },
    {
      name: "notify voters of new leaders",
      stage: "prompt",
      run: ({ now, signal }) => notifyLeaderChanges(db, now, signal),
    },
    {
      name: "delete old notifications",
      stage: "last",
      everyMs: HOUR_MS,
      timeLimitMs: DELETING_LIMIT_MS,
      run: ({ now }) => deleteOldNotifications(db, now - NOTIFICATION_LIFETIME_DAYS * DAY_MS),
    },
  ],
  download: {
    notifications: ({ db }, userId, { now }) => exportNotifications(db, userId, now),
    muted_notifications: ({ db }, userId) => readMutedKinds(db, userId),
    awaited_ends: ({ db }, userId) => exportAwaitedEnds(db, userId),
  },
  accountDeletion: {
    hasManyRows: hasManyNotifications,
    deleteManyRows: deleteNotificationsOf,
    delete: ({ db }, tx, { userId }) => resendUnreadCounts(db, tx, "actor_id", [userId]),
  },
  surveyRemoval: {
    beforeHiding: (db, tx, surveyIds) => resendUnreadCounts(db, tx, "survey_id", surveyIds),
    deleteRows: (db, surveyId, stop) => deleteNotifications(db, "survey_id", surveyId, stop),
  },
};
