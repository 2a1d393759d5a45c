import type { AppContext } from "#server/app-context.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import type { Reading } from "#server/http/limits/rate-limits.ts";

export interface SharingParts extends AppContext {
  responseCache: ResponseCache;
  /** Counts requests that read a survey in the same way as API calls. */
  reading: Reading;
  /** The site's own URL. */
  siteUrl: string;
}
