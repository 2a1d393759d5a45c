import type { FastifyInstance } from "fastify";
import type { AppContext } from "#server/app-context.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import type { Reading } from "#server/http/limits/rate-limits.ts";
import { embedRoute } from "./embed.ts";
import { oembedRoute } from "./oembed.ts";
import { surveyPictureRoute } from "./survey-pictures.ts";

export interface SharingParts extends AppContext {
  responseCache: ResponseCache;
  /** Counts what reads a survey like a call that does. */
  reading: Reading;
  /** The site's own address. */
  siteUrl: string;
}

/** What sites and apps show of a survey that somebody shared there; all of it for visitors. */
export function sharingRoutes(app: FastifyInstance, parts: SharingParts): void {
  surveyPictureRoute(app, parts);
  embedRoute(app, parts);
  oembedRoute(parts);
}
