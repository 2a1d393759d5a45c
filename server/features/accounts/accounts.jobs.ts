import type { AppContext } from "#server/app-context.ts";
import { deleteEndedCounts } from "#server/db/shared-counts.ts";
import { anonymizeVotes } from "./account-deletion.writes.ts";
import { deleteOldMailLinks } from "#server/features/email/mail-links.writes.ts";
import { deleteUncompleted } from "#server/features/sign-in/factors/ceremonies.writes.ts";
import { forgetPlaces } from "#server/features/sign-in/known-places.writes.ts";
import { deleteOldFlows } from "#server/features/sign-in/oidc/provider-flows.writes.ts";
import { deleteExpiredSessions, noteSeen } from "#server/features/sign-in/sessions.writes.ts";

export function accountJobs(context: AppContext): void {
  const { jobs, db, sessions, securityLog } = context;
  jobs.push(
    {
      name: "make the votes of deleted accounts anonymous",
      stage: "prompt",
      run: ({ now }) => anonymizeVotes(context, now),
    },
    {
      name: "note when sessions were last used",
      stage: "cleanup",
      where: "process",
      run: () => noteSeen(db, sessions.takeSeen()),
    },
    {
      name: "delete expired sessions",
      stage: "cleanup",
      run: ({ now }) => deleteExpiredSessions(db, now),
    },
    {
      name: "delete logins that nobody completed",
      stage: "cleanup",
      run: ({ now }) => deleteUncompleted(db, now),
    },
    {
      name: "forget where people signed in long ago",
      stage: "cleanup",
      run: ({ now }) => forgetPlaces(db, now),
    },
    {
      name: "delete old links of mails",
      stage: "cleanup",
      run: ({ now }) => deleteOldMailLinks(db, now),
    },
    {
      name: "delete sign-ins with providers that nobody finished",
      stage: "cleanup",
      run: ({ now }) => deleteOldFlows(db, now),
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
