import type { AppContext } from "#server/app-context.ts";
import { deleteUncompleted } from "./factors/ceremonies.writes.ts";
import { forgetPlaces } from "./known-places.writes.ts";
import { deleteOldFlows } from "./oidc/provider-flows.writes.ts";
import { deleteExpiredSessions, noteSeen } from "./sessions.writes.ts";

export function signInJobs({ jobs, db, sessions }: AppContext): void {
  jobs.push(
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
      name: "delete sign-ins with providers that nobody finished",
      stage: "cleanup",
      run: ({ now }) => deleteOldFlows(db, now),
    },
  );
}
