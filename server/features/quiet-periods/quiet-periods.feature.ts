import type { Feature } from "../feature.ts";
import { quietPeriodRoutes } from "./quiet-periods.routes.ts";
import { forgetAuthor } from "./quiet-periods.writes.ts";

export const quietPeriods: Feature = {
  name: "quiet periods",
  tables: {
    quiet_periods: {
      people: {
        created_by: {
          notExported: "what an admin set for everybody",
          deletedBy: "accountDeletion",
        },
      },
    },
  },
  routes: quietPeriodRoutes,
  accountDeletion: { delete: (_, tx, { userId }) => forgetAuthor(tx, userId) },
};
