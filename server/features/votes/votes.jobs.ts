import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import type { AppContext } from "#server/app-context.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { forgetDailyVotes, rankHidden, rankListed } from "./ranking.writes.ts";
import { createMarkForgetting } from "./vote-marks.writes.ts";

const KEPT_MS = 30 * DAY_MS;
const MARKS_LIMIT_MS = 10_000;

export function voteJobs({ jobs, db }: AppContext): void {
  const forgetMarks = createMarkForgetting(db);
  jobs.push(
    {
      name: "rank the surveys that a crash left unranked",
      stage: "start",
      where: "process",
      run: ({ now, signal }) => rankListed(db, signal, now),
    },
    {
      name: "rank surveys with hidden results",
      stage: "last",
      everyMs: HOUR_MS,
      run: ({ signal }) => rankHidden(db, signal),
    },
    {
      name: "forget the votes of days long past",
      stage: "cleanup",
      run: ({ now }) => forgetDailyVotes(db, dayInTurkey(now - KEPT_MS)),
    },
    {
      name: "forget which deleted accounts voted on surveys that ended long ago",
      stage: "last",
      timeLimitMs: MARKS_LIMIT_MS,
      run: ({ now, signal }) => forgetMarks(now, signal),
    },
  );
}
