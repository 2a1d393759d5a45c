import type { AppContext } from "#server/app-context.ts";
import { dayInTurkey } from "#server/features/surveys/views/views.writes.ts";
import { forgetDailyVotes, rankListed } from "./ranking.writes.ts";

const KEPT_MS = 30 * 24 * 3_600_000;

export function voteJobs({ jobs, db }: AppContext): void {
  jobs.push(
    {
      name: "rank the surveys that a crash left unranked",
      stage: "start",
      run: ({ now, signal }) => rankListed(db, signal, now),
    },
    {
      name: "forget the votes of days long past",
      stage: "cleanup",
      run: ({ now }) => forgetDailyVotes(db, dayInTurkey(now - KEPT_MS)),
    },
  );
}
