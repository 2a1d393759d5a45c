import type { Feature } from "../feature.ts";
import { exportDecisions, exportReports } from "./decisions.reads.ts";
import { moderationRoutes } from "./moderation.routes.ts";
import { deleteCasesOf } from "./reports.writes.ts";
import { staffRoutes } from "./staff.routes.ts";

export const moderation: Feature = {
  name: "moderation",
  tables: {
    moderation_cases: {
      people: {
        person_id: { notExported: "gathers what others reported", deletedBy: "foreign key" },
      },
    },
    reports: {
      people: { reporter_id: { exported: "reports", deletedBy: "accountDeletion" } },
    },
    reporter_records: {
      people: {
        user_id: { notExported: "counts what `reports` lists", deletedBy: "foreign key" },
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
    staffRoutes(context);
  },
  download: {
    reports: ({ db }, userId) => exportReports(db, userId),
    decisions: ({ db }, userId, { now }) => exportDecisions(db, userId, now),
  },
  surveyRemoval: {
    beforeHiding: deleteCasesOf,
  },
};
