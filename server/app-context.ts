import type { IncomingMessage } from "node:http";
import type { Closing } from "./background-tasks.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/open.ts";
import type { JsonCache } from "./http/cache/json-cache.ts";
import type { Sessions } from "./http/guards/sessions.ts";
import type { Serve } from "./http/routing/define-route.ts";
import type { ImageStore } from "./images/disk-store.ts";

/** Milliseconds since 1970; tests give their own. */
export interface Clock {
  now(): number;
}

/** What every feature is given. */
export interface AppContext extends JsonCache {
  serve: Serve;
  db: Database;
  images: ImageStore;
  clock: Clock;
  config: Config;
  sessions: Sessions;
  closing: Closing;
  /** The network address of who asks, as far as the configured proxies are trusted. */
  addressOf(request: IncomingMessage): string;
}
