import type { IncomingMessage } from "node:http";
import type { BackgroundTasks } from "./processes/background-tasks.ts";
import type { DeletionLog } from "./backup/deletion-log.ts";
import type { Config } from "./config/config.ts";
import type { Database } from "./db/open.ts";
import type { SharedCounts } from "./db/shared-counts.ts";
import type { ToJson } from "./http/cache/answer-json.ts";
import type { JsonCache } from "./http/cache/json-cache.ts";
import type { EventStreams } from "./http/event-streams.ts";
import type { Challenges } from "./http/limits/challenges.ts";
import type { SecurityLog } from "./http/server/security-log.ts";
import type { Sessions } from "./http/identity/sessions.ts";
import type { DefineRoute } from "./http/routing/define-route.ts";
import type { ImageStore } from "./images/image-store.ts";
import type { Mail } from "./mail/mail.ts";
import type { Mailboxes } from "./secret/mailboxes.ts";
import type { MaintenanceJob } from "./maintenance/maintenance.ts";
import type { Sealer } from "./secret/sealer.ts";
import type { Siblings } from "./processes/siblings.ts";

/** Milliseconds since 1970; tests bring a clock of their own. */
export interface Clock {
  now(): number;
}

/** The time that the server goes by (ADR-033). */
export interface WatchedClock extends Clock {
  /** By how much the clock that decides has jumped while `now` does not follow it, otherwise 0. */
  readonly jumpMs: number;
}

/** What every feature receives: the server's parts, and `cacheable` and `changed` of its cache. */
export interface AppContext extends JsonCache {
  defineRoute: DefineRoute;
  db: Database;
  images: ImageStore;
  /** Everything that people delete is deleted through it. */
  deletionLog: DeletionLog;
  clock: WatchedClock;
  config: Config;
  sessions: Sessions;
  mailboxes: Mailboxes;
  sealer: Sealer;
  mail: Mail;
  sharedCounts: SharedCounts;
  challenges: Challenges;
  securityLog: SecurityLog;
  eventStreams: EventStreams;
  /** How answers become JSON. */
  toJson: ToJson;
  backgroundTasks: BackgroundTasks;
  /** Undefined where this process is alone on its port. */
  siblings: Siblings | undefined;
  /** Features add what has to be done beside requests. */
  jobs: MaintenanceJob[];
  /** The client's network address; what proxies report counts only if TRUST_PROXY names them. */
  clientIpOf(request: IncomingMessage): string;
}
