import type { Clock, WatchedClock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Database } from "./db/database.ts";
import type { Answered } from "./http/answers.ts";
import type { ConnectionLimits } from "./http/server/connections.ts";
import type { ImageStore } from "./images/store/image-store.ts";
import type { MaintenanceJob } from "./maintenance/maintenance.ts";
import type { Siblings } from "./processes/siblings.ts";

/** What the product is made of, and what tests put in place of its parts. */
export interface AppOptions {
  db: Database;
  images: ImageStore;
  clock: WatchedClock;
  /** Never set back, unlike the time of day; cached answers age by it. By default `clock`. */
  steadyClock?: Clock;
  config: Config;
  pages: { distDir: string; dev?: boolean } | null;
  /** Where the jobs of the features are registered, for whoever runs them itself. */
  jobs?: MaintenanceJob[];
  /** Aborted when the process is about to stop, a moment before it stops accepting connections. */
  stopping?: AbortSignal;
  /** Other than the product's own. */
  connectionLimits?: Partial<ConnectionLimits>;
  uploadBytes?: { sender: number; total: number } | undefined;
  /** The other processes on the same port. */
  siblings?: Siblings | undefined;
  /** Hears of each request that is over. */
  onAnswered?: ((answered: Answered) => void) | undefined;
  /** Where the access log is written; by default where the process writes. */
  accessLogTo?: { write(text: string): unknown };
}
