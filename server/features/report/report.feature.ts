import type { Feature } from "../feature.ts";
import { reportRoutes } from "./report.routes.ts";

export const report: Feature = {
  name: "report",
  tables: { breakdowns: {} },
  cacheKeys: ["survey:*:report"],
  routes: reportRoutes,
};
