import { DAY_MS } from "#contract/durations.ts";
import { DRAFT_LIFETIME_DAYS } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { deleteImages } from "#server/images/store/with-stored-images.ts";
import { deleteOldDrafts } from "./publishing/drafts.writes.ts";
import { unlistEnded } from "./search/indexing.writes.ts";
import { deleteRemovedSurveys } from "./survey-removal.writes.ts";
import { forgetViews } from "./views/views.writes.ts";

/** Half of the interval between rounds. */
const CLEARING_LIMIT_MS = 30_000;

export function surveyJobs({ jobs, db, images }: AppContext): void {
  jobs.push(
    {
      name: "take ended surveys off the lists",
      stage: "prompt",
      run: ({ now }) => unlistEnded(db, now),
    },
    {
      name: "delete old drafts",
      stage: "cleanup",
      run: async ({ now, log }) => {
        const paths = await deleteOldDrafts(db, now - DRAFT_LIFETIME_DAYS * DAY_MS);
        await deleteImages(images, log, paths);
      },
    },
    {
      name: "forget who viewed what",
      stage: "cleanup",
      // Yesterday is kept for requests that are running at midnight.
      run: ({ now }) => forgetViews(db, dayInTurkey(now - DAY_MS)),
    },
    {
      name: "delete the rows of removed surveys",
      stage: "last",
      timeLimitMs: CLEARING_LIMIT_MS,
      run: ({ signal }) => deleteRemovedSurveys(db, signal),
    },
  );
}
