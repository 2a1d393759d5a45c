import type { Feature } from "../feature.ts";
import { embedRoute } from "./embed.ts";
import { oembedRoute } from "./oembed.ts";
import { surveyPictureRoute } from "./survey-pictures.ts";

/** What other sites and apps show of a survey: only what signed-out visitors may see. */
export const sharing: Feature = {
  name: "sharing",
  tables: {},
  cacheKeys: ["survey:*:shared", "survey:*:picture"],
  routes(context, app) {
    surveyPictureRoute(app, context);
    embedRoute(app, context);
    oembedRoute(context);
  },
};
