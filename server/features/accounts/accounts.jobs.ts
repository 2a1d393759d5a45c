import type { AppContext } from "#server/app-context.ts";
import { anonymizeVotes } from "./account-deletion.writes.ts";
import { deleteExpiredSessions } from "./sessions.writes.ts";

export function accountJobs({ jobs, db, mailboxes }: AppContext): void {
  jobs.push(
    {
      name: "make the votes of deleted accounts anonymous",
      stage: "prompt",
      run: ({ now }) => anonymizeVotes(db, mailboxes, now),
    },
    {
      name: "delete expired sessions",
      stage: "cleanup",
      run: ({ now }) => deleteExpiredSessions(db, now),
    },
  );
}
