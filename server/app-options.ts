import type { Clock, WatchedClock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Database } from "./db/database.ts";
import type { Answered } from "./http/answers.ts";
import type { ConnectionLimits } from "./http/server/connections.ts";
import type { ImageStore } from "./images/store/image-store.ts";
import type { MaintenanceJob } from "./maintenance/maintenance.ts";
import type { Siblings } from "./processes/siblings.ts";

/** The parts of the product; tests replace some of them. */
export interface AppOptions {
  db: Database;
  images: ImageStore;
  clock: WatchedClock;
  /** Never set back, unlike the time of day; cached responses age by it. By default `clock`. */
  steadyClock?: Clock;
  config: Config;
  pages: { distDir: string; dev?: boolean } | null;
  /** Where features register their jobs, for callers that run these themselves. */
  jobs?: MaintenanceJob[];
  /** Aborted when the process is about to stop, a moment before it stops accepting connections. */
  stopping?: AbortSignal;
  /** Replace the product's own limits. */
  connectionLimits?: Partial<ConnectionLimits>;
  uploadBytes?: { sender: number; total: number } | undefined;
  /** The other processes on the same port. */
  siblings?: Siblings | undefined;
  /** Called after each request. */
  onAnswered?: ((answered: Answered) => void) | undefined;
  /** Where the access log is written; by default the standard output. */
  accessLogTo?: { write(text: string): unknown };
}
