import type { AppContext } from "#server/app-context.ts";
import { notifyEnded } from "./ended.writes.ts";
import { notifyLeaderChanges } from "./leaders.writes.ts";
import { notifyPendingFollowers } from "./published.writes.ts";

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
  );
}
