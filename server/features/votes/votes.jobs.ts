import type { AppContext } from "#server/app-context.ts";
import { dayInTurkey } from "#server/features/surveys/views/views.writes.ts";
import { forgetDailyVotes, rankHidden, rankListed } from "./ranking.writes.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = 30 * 24 * HOUR_MS;

export function voteJobs({ jobs, db }: AppContext): void {
  let hiddenRankedAt = 0;
  jobs.push(
    {
      name: "rank the surveys that a crash left unranked",
      stage: "start",
      run: ({ now, signal }) => rankListed(db, signal, now),
    },
    {
      name: "rank surveys with hidden results",
      stage: "last",
      run: async ({ now, signal }) => {
        if (now - hiddenRankedAt < HOUR_MS) return;
        await rankHidden(db, signal);
        hiddenRankedAt = now;
      },
    },
    {
      name: "forget the votes of days long past",
      stage: "cleanup",
      run: ({ now }) => forgetDailyVotes(db, dayInTurkey(now - KEPT_MS)),
    },
  );
}
