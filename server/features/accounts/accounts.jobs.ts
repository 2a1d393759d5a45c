import type { AppContext } from "#server/app-context.ts";
import { deleteEndedCounts } from "#server/db/shared-counts.ts";
import { anonymizeVotes } from "./account-deletion.writes.ts";

export function accountJobs(context: AppContext): void {
  const { jobs, db, securityLog } = context;
  jobs.push(
    {
      name: "make the votes of deleted accounts anonymous",
      stage: "prompt",
      run: ({ now }) => anonymizeVotes(context, now),
    },
    {
      name: "delete limits that are over",
      stage: "cleanup",
      run: ({ now }) => deleteEndedCounts(db, now),
    },
    {
      name: "delete what the security log no longer keeps",
      stage: "cleanup",
      where: "folder",
      run: () => securityLog.deleteOld(),
    },
  );
}
