import type { Feature } from "../feature.ts";
import { embedRoute } from "./embed.ts";
import { oembedRoute } from "./oembed.ts";
import { surveyPictureRoute } from "./survey-pictures.ts";

/** What sites and apps show of a survey that was shared there; everything as visitors see it. */
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
