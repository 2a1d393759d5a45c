import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { AppContext, Clock } from "./app-context.ts";
import { createClosing } from "./background-tasks.ts";
import type { Config } from "./config.ts";
import { gather } from "./db/batch-reads.ts";
import type { Database } from "./db/open.ts";
import { accountRoutes } from "./features/accounts/accounts.routes.ts";
import { findSessions } from "./features/accounts/sessions.reads.ts";
import { followRoutes } from "./features/follows/follows.routes.ts";
import { invitationRoutes } from "./features/invitations/invitations.routes.ts";
import { lookupRoutes } from "./features/lookups/lookups.routes.ts";
import { notificationRoutes } from "./features/notifications/notifications.routes.ts";
import { peopleRoutes } from "./features/people/people.routes.ts";
import { surveyRoutes } from "./features/surveys/surveys.routes.ts";
import { voteRoutes } from "./features/votes/votes.routes.ts";
import { createJsonCache } from "./http/cache/json-cache.ts";
import { createResponseCache } from "./http/cache/response-cache.ts";
import { addressReader } from "./http/guards/client-ip.ts";
import { refuseOverload } from "./http/guards/overload.ts";
import { secure } from "./http/guards/security-headers.ts";
import { createSessions } from "./http/guards/sessions.ts";
import { openApiRoutes } from "./http/openapi/openapi.ts";
import { pageAddress } from "./http/pages/page-request.ts";
import { servePages } from "./http/pages/pages.ts";
import { createServe } from "./http/routing/define-route.ts";
import { health } from "./http/routing/health.ts";
import { readJson } from "./http/routing/json-parser.ts";
import { createInProcess } from "./http/routing/local-api.ts";
import { answerMissing } from "./http/routing/not-found.ts";
import { answerProblems, refuseAddress, refuseConnection } from "./http/routing/problem.ts";
import type { ImageStore } from "./images/disk-store.ts";
import { scheduleHousekeeping } from "./maintenance/maintenance.ts";

const JSON_MAX_BYTES = 128 * 1024;
/** Long enough for twenty pictures over a slow line; then whoever vanished is let go. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** Who neither sends nor takes anything for so long is gone; streams beat more often. */
const SILENCE_MS = 2 * 60_000;
/** Longer than proxies keep a silent connection, so that none sends into one that just closed. */
const KEEP_ALIVE_MS = 72_000;

/**
 * The whole product as one Fastify application, not yet listening. `pages` names the built
 * browser half; null serves the API alone.
 */
export async function createApp(given: {
  db: Database;
  images: ImageStore;
  clock: Clock;
  /** One that is never set back, by which answers grow old; `clock` unless given. */
  steady?: Clock;
  config: Config;
  pages: { distDir: string; dev?: boolean } | null;
  /** Aborted when the process is about to end, before it stops accepting. */
  leaving?: AbortSignal;
}): Promise<FastifyInstance> {
  const { db, images, clock, config, pages } = given;
  const responseCache = createResponseCache();
  const app = fastify({
    serverFactory: (handle) => {
      const timeouts = { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
      const server = createServer(timeouts, (request, response) => {
        if (!responseCache.tryServe(request, response)) handle(request, response);
      });
      return server.setTimeout(SILENCE_MS);
    },
    logger: config.logLevel === "silent" ? false : { level: config.logLevel },
    // A line a request is the proxy's work; here only what went wrong is logged.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: JSON_MAX_BYTES,
    // What still arrives on open connections while closing is answered, not refused.
    return503OnClosing: false,
    // Only what is refused gets an id, and a line of the log.
    genReqId: () => "",
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: pageAddress,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
  });
  answerProblems(app, db);
  answerMissing(app);
  readJson(app);
  app.addHook("preClose", async () => responseCache.bypass());
  refuseOverload(app);
  await secure(app, config);

  const findSession = gather((hashes: string[]) => findSessions(db, hashes));
  const sessions = createSessions(findSession, () => clock.now());
  db.subscribe("session-ended", sessions.forget, sessions.forgetAll);
  const uploadFolder = join(config.dataDir, "uploads");
  await mkdir(uploadFolder, { recursive: true });
  const inProcess = createInProcess(db, app.log);
  const { rateLimits } = config;
  const serve = createServe(app, { sessions, uploadFolder, rateLimits, responseCache, inProcess });
  const context: AppContext = {
    serve,
    db,
    images,
    clock,
    config,
    sessions,
    ...createJsonCache(given.steady ?? clock),
    closing: createClosing(app),
    addressOf: addressReader(config.trustProxy),
  };

  lookupRoutes(context);
  accountRoutes(context);
  peopleRoutes(context);
  followRoutes(context);
  surveyRoutes(context);
  voteRoutes(context);
  invitationRoutes(context);
  notificationRoutes(context);
  openApiRoutes(app);
  health(app, db, given.leaving);
  images.serve(app, responseCache);
  scheduleHousekeeping(app, context);
  if (pages) {
    await servePages(app, {
      ...pages,
      responseCache,
      api: inProcess.ask,
      apiBase: config.apiBaseUrl,
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    });
  }
  return app;
}
