import type { AppContext } from "#server/app-context.ts";
import { forgetVoters } from "./account-deletion.writes.ts";
import { deleteExpiredSessions } from "./sessions.writes.ts";

export function accountJobs({ jobs, db }: AppContext): void {
  jobs.push(
    {
      name: "make the votes of deleted accounts anonymous",
      stage: "prompt",
      run: ({ now }) => forgetVoters(db, now),
    },
    {
      name: "delete expired sessions",
      stage: "cleanup",
      run: ({ now }) => deleteExpiredSessions(db, now),
    },
  );
}
