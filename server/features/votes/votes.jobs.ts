import type { AppContext } from "#server/app-context.ts";
import { rankListed } from "./ranking.writes.ts";

export function voteJobs({ jobs, db }: AppContext): void {
  jobs.push({
    name: "rank the surveys that a crash left unranked",
    stage: "start",
    run: ({ signal }) => rankListed(db, signal),
  });
}
