import type { Feature } from "../feature.ts";
import { feedRoutes } from "./feed.routes.ts";

/** Questions one after the other, chosen for the caller (ADR-065). */
export const feed: Feature = {
  name: "feed",
  tables: {},
  cacheKeys: ["surveys:questions:*", "surveys:of-the-day"],
  routes: feedRoutes,
};
