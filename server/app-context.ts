import { mkdir } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { AppOptions } from "./app-options.ts";
import { batchReads } from "./db/batch-reads.ts";
import type { Database } from "./db/database.ts";
import { watchQuietPeriods } from "./db/quiet/watch-quiet-periods.ts";
import { createSharedCounts, type SharedCounts } from "./db/shared-counts.ts";
import { watchReviewWords } from "./db/watched/watch-review-words.ts";
import { createDeletionLog, type DeletionLog } from "./deletions/deletion-log.ts";
import { openNoteStore } from "./deletions/note-store.ts";
import { createToJson, type ToJson } from "./http/cache/answer-json.ts";
import { createJsonCache, type JsonCache } from "./http/cache/json-cache.ts";
import type { ResponseCache } from "./http/cache/response-cache.ts";
import { createEventStreams, type EventStreams } from "./http/event-streams.ts";
import { findSessions } from "./http/identity/sessions.reads.ts";
import { createSessions, type Sessions } from "./http/identity/sessions.ts";
import { type Challenges, createChallenges } from "./http/limits/challenges.ts";
import { createRateLimits, type Reading, readingOf } from "./http/limits/rate-limits.ts";
import { createUploadQuota } from "./http/limits/upload-quota.ts";
import { createDefineRoute, type DefineRoute } from "./http/routing/define-route.ts";
import { createLocalApi, type LocalApi } from "./http/routing/local-api.ts";
import type { Uploads } from "./http/routing/multipart.ts";
import type { Http } from "./http/server/open-http.ts";
import type { SecurityLog } from "./http/server/security-log.ts";
import { requireFreeDisk } from "./images/free-disk.ts";
import { countRefusals } from "./images/refused-pictures.ts";
import type { ImageStore } from "./images/store/image-store.ts";
import { createLetterLimits, type LetterLimits } from "./mail/letter-limits.ts";
import { createMail, type Mail } from "./mail/mail.ts";
import type { JobContext } from "./maintenance/maintenance.ts";
import { createBackgroundTasks } from "./processes/background-tasks.ts";
import type { Siblings } from "./processes/siblings.ts";
import { type Mailboxes, openMailboxes } from "./secret/pseudonyms.ts";
import { createSealer, type Sealer } from "./secret/sealer.ts";

/** What every feature receives: the server's parts, and its cache's `cacheable` and `changed`. */
export interface AppContext extends JsonCache, JobContext {
  defineRoute: DefineRoute;
  /** Calls routes without HTTP. */
  localApi: LocalApi;
  responseCache: ResponseCache;
  images: ImageStore;
  /** Every deletion that people make goes through it. */
  deletionLog: DeletionLog;
  sessions: Sessions;
  mailboxes: Mailboxes;
  sealer: Sealer;
  mail: Mail;
  letterLimits: LetterLimits;
  sharedCounts: SharedCounts;
  challenges: Challenges;
  securityLog: SecurityLog;
  eventStreams: EventStreams;
  /** Counts requests without an endpoint that read a survey, in the same way as API calls. */
  reading: Reading;
  /** The site's own URL. */
  siteUrl: string;
  /** Turns responses into JSON. */
  toJson: ToJson;
  /** Undefined where this process is alone on its port. */
  siblings: Siblings | undefined;
  /** The client's network address; proxies are believed only if TRUST_PROXY names them. */
  clientIpOf(request: IncomingMessage): string;
}

/** Opens the parts of the server around `http`, which gets the routes. */
export async function openContext(
  { db, images, clock, config, jobs = [], ...options }: AppOptions & { secret: string },
  { app, ...http }: Http,
): Promise<AppContext> {
  const { clientIpOf, responseCache, frequentCalls } = http;
  const mailboxes = await openMailboxes(config);
  const sessions = openSessions(db, mailboxes, clock);
  const toJson = createToJson(config.imageBaseUrl);
  const localApi = createLocalApi(db, app.log, toJson);
  const sharedCounts = createSharedCounts(db, mailboxes, clock);
  const rateLimits = config.rateLimits && createRateLimits(clock, sharedCounts);
  const uploads = await openUploads(config, options.uploadBytes);
  const route = {
    db,
    sessions,
    uploads,
    clientIpOf,
    rateLimits,
    responseCache,
    frequentCalls,
    localApi,
    toJson,
  };
  const backgroundTasks = createBackgroundTasks(app);
  const isAway = (error: unknown) => db.fault(error) === "unavailable";
  const cacheClock = options.steadyClock ?? clock;
  db.calendar.follow(clock);
  await Promise.all([
    watchQuietPeriods(db, clock, backgroundTasks.signal),
    watchReviewWords(db, backgroundTasks.signal),
  ]);
  const epoch = () => db.quietPeriods.epoch(clock);
  const jsonCache = createJsonCache(cacheClock, toJson, isAway, db.replica, epoch);
  options.siblings?.onTold((names) => jsonCache.changed(...names));
  const proofs = { rateLimits: config.challenge && rateLimits, sharedCounts, clock };
  const notes = openNoteStore(config);
  return {
    ...{ db, images, clock, config, jobs, ...http, ...jsonCache },
    ...{ sessions, mailboxes, sharedCounts, backgroundTasks, toJson, localApi },
    defineRoute: createDefineRoute(app, route),
    deletionLog: createDeletionLog({ db, clock, days: config.deletionLogDays }, notes),
    sealer: createSealer(options.secret),
    challenges: createChallenges({ ...proofs, secret: options.secret }),
    siblings: options.siblings,
    eventStreams: createEventStreams({ sessions, backgroundTasks, now: () => clock.now() }),
    mail: await createMail(app, { db, clock, config, jobs, backgroundTasks }),
    letterLimits: createLetterLimits({ config, sharedCounts, clientIpOf }),
    reading: readingOf(rateLimits, clientIpOf),
    siteUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  };
}

function openSessions(db: Database, mailboxes: Mailboxes, clock: { now(): number }): Sessions {
  const find = batchReads((hashes: string[]) => findSessions(db, mailboxes, hashes));
  const sessions = createSessions(find, () => clock.now());
  db.subscribe("session-ended", sessions.forget, sessions.forgetAll);
  return sessions;
}

async function openUploads(
  { dataDir, minFreeDiskBytes }: AppOptions["config"],
  bytes: AppOptions["uploadBytes"],
): Promise<Uploads> {
  const folder = join(dataDir, "uploads");
  await mkdir(folder, { recursive: true });
  return {
    folder,
    quota: createUploadQuota(bytes),
    requireRoom: () => countRefusals(requireFreeDisk(folder, minFreeDiskBytes)),
  };
}
