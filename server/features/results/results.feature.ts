import type { Feature } from "../feature.ts";
import { resultRoutes } from "./results.routes.ts";

export const results: Feature = {
  name: "results",
  tables: {},
  cacheKeys: ["survey:*:results"],
  routes: resultRoutes,
};
