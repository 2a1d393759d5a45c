import type { Feature } from "../feature.ts";
import { readDailyActs } from "./quotas.reads.ts";

export const quotas: Feature = {
  name: "quotas",
  tables: {
    daily_acts: { people: { user_id: { exported: "daily_acts", deletedBy: "foreign key" } } },
  },
  download: { daily_acts: ({ db }, userId) => readDailyActs(db, userId) },
};
