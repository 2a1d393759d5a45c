import type { AppContext } from "#server/app-context.ts";
import { deleteOldMailLinks } from "./mail-links.writes.ts";

export function emailJobs({ jobs, db }: AppContext): void {
  jobs.push({
    name: "delete old links of mails",
    stage: "cleanup",
    run: ({ now }) => deleteOldMailLinks(db, now),
  });
}
