import type { Feature } from "../feature.ts";
import { embedRoute } from "./embed.ts";
import { oembedRoute } from "./oembed.ts";
import { personPictureRoute } from "./person-pictures.ts";
import { surveyPictureRoute } from "./survey-pictures.ts";

/** What other sites and apps show of surveys and people: only what signed-out visitors may see. */
export const sharing: Feature = {
  name: "sharing",
  tables: {},
  cacheKeys: ["survey:*:shared", "survey:*:picture", "person:*:picture"],
  routes(context, app) {
    surveyPictureRoute(app, context);
    personPictureRoute(app, context);
    embedRoute(app, context);
    oembedRoute(context);
  },
};
