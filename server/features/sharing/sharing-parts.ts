import type { AppContext } from "#server/app-context.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import type { Reading } from "#server/http/limits/rate-limits.ts";

export interface SharingParts extends AppContext {
  responseCache: ResponseCache;
  /** Counts what reads a survey like a call that does. */
  reading: Reading;
  /** The site's own address. */
  siteUrl: string;
}
