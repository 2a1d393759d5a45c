import { transact } from "#server/db/transact.ts";
import { deleteImages } from "#server/images/store/with-stored-images.ts";
import type { MaintenanceJob } from "#server/maintenance/maintenance.ts";
import type { Feature, FeatureContext } from "../feature.ts";
import { exportDecisions, exportReports } from "./decisions.reads.ts";
import { moderationRoutes } from "./moderation.routes.ts";
import { moveWithheld } from "./move-pictures.ts";
import { peopleRoutes } from "./people/people.routes.ts";
import { forgetViewers } from "./queue/case-viewers.writes.ts";
import { forgetWaits } from "./queue/closed-cases.writes.ts";
import { endMutes } from "./queue/mutes.writes.ts";
import { queueRoutes } from "./queue/queue.routes.ts";
import { deleteCasesOf } from "./reports.writes.ts";
import { staffRoutes } from "./staff.routes.ts";
import { dropOfPerson, dropOfSurveys, dropOld } from "./withheld-pictures.writes.ts";

export const moderation: Feature = {
  name: "moderation",
  tables: {
    moderation_cases: {
      people: {
        person_id: { notExported: "gathers what others reported", deletedBy: "foreign key" },
      },
    },
    closed_cases: {},
    reports: {
      people: { reporter_id: { exported: "reports", deletedBy: "accountDeletion" } },
    },
    reporter_records: {
      people: {
        user_id: {
          notExported: "how `reports` turned out, and whether they count",
          deletedBy: "foreign key",
        },
      },
    },
    decisions: {
      people: {
        person_id: { exported: "decisions", deletedBy: "foreign key" },
        moderator_id: {
          notExported: "belongs to the people it is about",
          deletedBy: "accountDeletion",
        },
      },
    },
    case_viewers: {
      people: {
        user_id: {
          notExported: "what staff has open, for an hour",
          deletedBy: "foreign key",
        },
      },
    },
    withheld_pictures: {
      people: {
        person_id: { notExported: "what moderators keep away", deletedBy: "accountDeletion" },
      },
      hasPictures: true,
    },
    refused_pictures: {},
    refused_picture_bands: {},
    moderation_record: {
      people: {
        actor: {
          notExported: "what staff did, as a number",
          kept: "the record has to stay whole; without the account the number names nobody",
        },
      },
    },
  },
  cacheKeys: ["transparency"],
  routes: (context) => {
    moderationRoutes(context);
    queueRoutes(context);
    staffRoutes(context);
    peopleRoutes(context);
  },
  download: {
    reports: ({ db }, userId) => exportReports(db, userId),
    decisions: ({ db }, userId, { now }) => exportDecisions(db, userId, now),
  },
  jobs: moderationJobs,
  accountDeletion: {
    delete: async (_, tx, { userId }, left) => {
      left.pictures.push(...(await dropOfPerson(tx, userId)));
    },
  },
  surveyRemoval: {
    beforeHiding: deleteCasesOf,
    dropPictures: dropOfSurveys,
  },
};

function moderationJobs(context: FeatureContext): MaintenanceJob[] {
  const { db, images } = context;
  return [
    {
      name: "take withheld pictures from their addresses",
      stage: "prompt",
      run: ({ signal }) => moveWithheld(context, signal),
    },
    {
      name: "end mutes of reported targets",
      stage: "prompt",
      run: ({ now }) => endMutes(db, now),
    },
    {
      name: "forget how long cases waited",
      stage: "cleanup",
      run: ({ now }) => forgetWaits(db, now),
    },
    {
      name: "forget who had which case open",
      stage: "cleanup",
      run: ({ now }) => forgetViewers(db, now),
    },
    {
      name: "delete removed pictures",
      stage: "cleanup",
      run: async ({ now, log }) => {
        await deleteImages(images, log, await transact(db, (tx) => dropOld(db, tx, now)));
      },
    },
  ];
}
