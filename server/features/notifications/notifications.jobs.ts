import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { NOTIFICATION_LIFETIME_DAYS } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import { notifyEnded } from "./ended.writes.ts";
import { notifyLeaderChanges } from "./leaders.writes.ts";
import { deleteOldNotifications } from "./notifications.writes.ts";
import { notifyPendingFollowers } from "./published.writes.ts";

const DELETING_LIMIT_MS = 30_000;

export function notificationJobs({ jobs, db, clock }: AppContext): void {
  jobs.push(
    {
      name: "notify followers of published surveys",
      stage: "prompt",
      run: ({ signal }) => notifyPendingFollowers(db, clock, signal),
    },
    {
      name: "notify owners and voters of ended surveys",
      stage: "prompt",
      run: ({ now, signal }) => notifyEnded(db, now, signal),
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
  );
}
