import { DAY_MS } from "#contract/durations.ts";
import { DRAFT_LIFETIME_DAYS } from "#contract/limits.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { deleteImages } from "#server/images/store/with-stored-images.ts";
import type { MaintenanceJob } from "#server/maintenance/maintenance.ts";
import type { Feature, FeatureContext } from "../feature.ts";
import { deleteOldDrafts } from "./publishing/drafts.writes.ts";
import { unlistEnded } from "./search/indexing.writes.ts";
import { readEdits, readOwnSurveys } from "./survey-export.reads.ts";
import { deleteRemovedSurveys, removeSurveysOf } from "./survey-removal.writes.ts";
import { surveyRoutes } from "./surveys.routes.ts";
import { forgetViews } from "./views/views.writes.ts";

/** Half of the interval between rounds. */
const CLEARING_LIMIT_MS = 30_000;

export const surveys: Feature = {
  name: "surveys",
  tables: {
    surveys: {
      people: {
        owner_id: { exported: "surveys", deletedBy: "accountDeletion" },
        asked_by: { exported: "surveys", deletedBy: "accountDeletion" },
        paid_by: { exported: "surveys", deletedBy: "accountDeletion" },
      },
      hasPictures: true,
    },
    survey_edits: { ofSurvey: { number: 0 } },
    survey_words: {},
    survey_holds: {},
    hidden_questions: {},
    options: { hasPictures: true },
    views: {
      people: {
        viewer: {
          notExported: "stored by survey, for two days",
          kept: "forgotten within two days",
        },
      },
      ofSurvey: { day: "", viewer: "" },
    },
    view_salts: {},
    removals: {},
  },
  cacheKeys: ["survey:*:public", "survey:*:detail", "survey:*:edits:*", "surveys:*"],
  routes: surveyRoutes,
  jobs: surveyJobs,
  download: {
    surveys: ({ db }, userId, { now }) => readOwnSurveys(db, userId, now),
    survey_edits: ({ db }, userId) => readEdits(db, userId),
  },
  accountDeletion: {
    async delete(context, tx, { userId }, left) {
      left.pictures.push(...(await removeSurveysOf(context, tx, userId)));
    },
  },
};

function surveyJobs(context: FeatureContext): MaintenanceJob[] {
  const { db, images } = context;
  return [
    {
      name: "take ended surveys off the lists",
      stage: "prompt",
      run: ({ now }) => unlistEnded(db, now),
    },
    {
      name: "delete old drafts",
      stage: "cleanup",
      run: async ({ now, log }) => {
        const paths = await deleteOldDrafts(context, now - DRAFT_LIFETIME_DAYS * DAY_MS);
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
      run: ({ signal }) => deleteRemovedSurveys(context, signal),
    },
  ];
}
