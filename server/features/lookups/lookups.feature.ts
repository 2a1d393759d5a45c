import type { Feature } from "../feature.ts";
import { lookupRoutes } from "./lookups.routes.ts";

export const lookups: Feature = {
  name: "lookups",
  tables: {},
  cacheKeys: ["cities", "categories"],
  routes: lookupRoutes,
};
