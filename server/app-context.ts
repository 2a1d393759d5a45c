import type { IncomingMessage } from "node:http";
import type { DeletionLog } from "./backup/deletion-log.ts";
import type { SharedCounts } from "./db/shared-counts.ts";
import type { ToJson } from "./http/cache/answer-json.ts";
import type { JsonCache } from "./http/cache/json-cache.ts";
import type { EventStreams } from "./http/event-streams.ts";
import type { Sessions } from "./http/identity/sessions.ts";
import type { Challenges } from "./http/limits/challenges.ts";
import type { DefineRoute } from "./http/routing/define-route.ts";
import type { SecurityLog } from "./http/server/security-log.ts";
import type { ImageStore } from "./images/store/image-store.ts";
import type { Mail } from "./mail/mail.ts";
import type { JobContext } from "./maintenance/maintenance.ts";
import type { Siblings } from "./processes/siblings.ts";
import type { Mailboxes } from "./secret/pseudonyms.ts";
import type { Sealer } from "./secret/sealer.ts";

/** What every feature receives: the server's parts, and its cache's `cacheable` and `changed`. */
export interface AppContext extends JsonCache, JobContext {
  defineRoute: DefineRoute;
  images: ImageStore;
  /** Every deletion that people make goes through it. */
  deletionLog: DeletionLog;
  sessions: Sessions;
  mailboxes: Mailboxes;
  sealer: Sealer;
  mail: Mail;
  sharedCounts: SharedCounts;
  challenges: Challenges;
  securityLog: SecurityLog;
  eventStreams: EventStreams;
  /** Turns responses into JSON. */
  toJson: ToJson;
  /** Undefined where this process is alone on its port. */
  siblings: Siblings | undefined;
  /** The client's network address; proxies are believed only if TRUST_PROXY names them. */
  clientIpOf(request: IncomingMessage): string;
}
