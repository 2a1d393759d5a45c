import type { FastifyInstance } from "fastify";
import { embedRoute } from "./embed.ts";
import { oembedRoute } from "./oembed.ts";
import type { SharingParts } from "./sharing-parts.ts";
import { surveyPictureRoute } from "./survey-pictures.ts";

/** What sites and apps show of a survey that was shared there; everything as visitors see it. */
export function sharingRoutes(app: FastifyInstance, parts: SharingParts): void {
  surveyPictureRoute(app, parts);
  embedRoute(app, parts);
  oembedRoute(parts);
}
