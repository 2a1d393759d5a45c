import type { Feature } from "../feature.ts";
import { crawlerRoutes } from "./crawlers.routes.ts";

/** What search engines and feed readers load: only what signed-out visitors may see. */
export const crawlers: Feature = {
  name: "crawlers",
  tables: {},
  cacheKeys: ["surveys:sitemap:*", "surveys:feed:*"],
  routes(context, app) {
    crawlerRoutes(app, context);
  },
};
