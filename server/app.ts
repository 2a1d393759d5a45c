import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { AppContext } from "./app-context.ts";
import type { AppOptions } from "./app-options.ts";
import { createDeletionLog, deletionLogJobs } from "./backup/deletion-log.ts";
import { measureLastBackup } from "./backup/last-backup.ts";
import { openNoteStore } from "./backup/note-store.ts";
import { batchReads } from "./db/batch-reads.ts";
import { openKnownSecret } from "./db/known-secret.ts";
import { createSharedCounts } from "./db/shared-counts.ts";
import { registerFeatures } from "./features/features.ts";
import { sharingRoutes } from "./features/sharing/sharing.routes.ts";
import { findSessions } from "./features/sign-in/sessions.reads.ts";
import { watchAnswers } from "./http/answers.ts";
import { createToJson } from "./http/cache/answer-json.ts";
import { createJsonCache } from "./http/cache/json-cache.ts";
import { createResponseCache } from "./http/cache/response-cache.ts";
import { createEventStreams } from "./http/event-streams.ts";
import { createSessions } from "./http/identity/sessions.ts";
import { createChallenges } from "./http/limits/challenges.ts";
import { createRateLimits, readingOf } from "./http/limits/rate-limits.ts";
import { createUploadQuota } from "./http/limits/upload-quota.ts";
import { openApiRoutes } from "./http/openapi/openapi.ts";
import { rewritePageUrl } from "./http/pages/page-request.ts";
import { servePages } from "./http/pages/pages.ts";
import { createDefineRoute } from "./http/routing/define-route.ts";
import { healthRoutes, serveHealthAlone } from "./http/routing/health.ts";
import { parseJsonBodies } from "./http/routing/json-parser.ts";
import { createLocalApi } from "./http/routing/local-api.ts";
import { handleNotFound } from "./http/routing/not-found.ts";
import { handleErrors, rejectConnection, rejectUrl } from "./http/routing/problem.ts";
import { requestIdOf } from "./http/routing/request-id.ts";
import { securityTxtRoute } from "./http/routing/security-txt.ts";
import { openAccessLog } from "./http/server/access-log.ts";
import { clientIpReader, networkOf } from "./http/server/client-ip.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./http/server/connections.ts";
import { serverFactory } from "./http/server/http-server.ts";
import { loggerOptions } from "./http/server/log-metrics.ts";
import { shedLoad } from "./http/server/overload.ts";
import { addSecurity } from "./http/server/security-headers.ts";
import { logRefusal, networkMark, openSecurityLog } from "./http/server/security-log.ts";
import { requireFreeDisk } from "./images/free-disk.ts";
import { imageJobs } from "./images/image-jobs.ts";
import { countRefusals } from "./images/refused-pictures.ts";
import { serveImages } from "./images/serve-images.ts";
import { measureStorage } from "./images/storage-metrics.ts";
import { createMail } from "./mail/mail.ts";
import { scheduleMaintenance } from "./maintenance/maintenance.ts";
import { createBackgroundTasks } from "./processes/background-tasks.ts";
import { openMailboxes } from "./secret/pseudonyms.ts";
import { createSealer } from "./secret/sealer.ts";

const MAX_JSON_BYTES = 128 * 1024;

/**
 * The whole product as one Fastify application, not yet listening. `pages` names the built
 * browser half; null serves the API alone.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, images, clock, config, pages, jobs = [] } = options;
  const secret = await openKnownSecret(db, config);
  const mailboxes = await openMailboxes(config);
  const accessLog = config.accessLog
    ? openAccessLog({
        clock,
        networkOf: (request) => networkMark(secret, clientIpOf(request)),
        out: options.accessLogTo ?? process.stdout,
      })
    : undefined;
  const answers = watchAnswers([accessLog?.onAnswered, options.onAnswered]);
  const responseCache = createResponseCache(answers?.note);
  const limits: ConnectionLimits = {
    ...CONNECTION_LIMITS,
    total: config.maxConnections,
    perAddress: config.maxConnectionsPerAddress,
    ...options.connectionLimits,
  };
  const clientIpOf = clientIpReader(config.trustProxy);
  const app = fastify({
    serverFactory: serverFactory({
      limits,
      trustProxy: config.trustProxy,
      clientIpOf,
      responseCache,
      answers,
      stopping: options.stopping,
      onLimited: (request) => securityLog.write("limited", { request, code: "too_many_requests" }),
      onFault: (err) => app.log.error({ err }, "a request could not be handed over"),
    }),
    logger: loggerOptions(config.logLevel, process.env),
    // Only faults are logged; logging each request is the proxy's task.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: MAX_JSON_BYTES,
    // While closing, requests on open connections are still answered.
    return503OnClosing: false,
    genReqId: requestIdOf,
    // Requests need no separate logger.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: rewritePageUrl,
    frameworkErrors: rejectUrl,
    clientErrorHandler: rejectConnection,
  });
  const securityLog = openSecurityLog({
    dataDir: config.dataDir,
    days: config.securityLogDays,
    secret,
    clock,
    clientIpOf,
    log: app.log,
  });
  app.addHook("onClose", async () => {
    securityLog.close();
    accessLog?.close();
  });
  answers?.register(app);
  handleErrors(app, db, (error, request) => logRefusal(securityLog, error, request));
  if (config.role === "worker") serveHealthAlone(app);
  parseJsonBodies(app);
  app.addHook("preClose", async () => responseCache.bypass());
  shedLoad(app);
  await addSecurity(app, config);
  handleNotFound(app);

  const findSession = batchReads((hashes: string[]) => findSessions(db, mailboxes, hashes));
  const sessions = createSessions(findSession, () => clock.now());
  db.subscribe("session-ended", sessions.forget, sessions.forgetAll);
  const uploadFolder = join(config.dataDir, "uploads");
  await mkdir(uploadFolder, { recursive: true });
  const toJson = createToJson(config.imageBaseUrl);
  const localApi = createLocalApi(db, app.log, toJson);
  const sharedCounts = createSharedCounts(db, mailboxes, clock);
  const rateLimits = config.rateLimits && createRateLimits(clock, sharedCounts);
  const uploads = {
    folder: uploadFolder,
    quota: createUploadQuota(options.uploadBytes),
    requireRoom: () => countRefusals(requireFreeDisk(uploadFolder, config.minFreeDiskBytes)),
  };
  const defineRoute = createDefineRoute(app, {
    sessions,
    uploads,
    clientIpOf,
    rateLimits,
    responseCache,
    localApi,
    toJson,
  });
  const backgroundTasks = createBackgroundTasks(app);
  const jsonCache = createJsonCache(
    options.steadyClock ?? clock,
    toJson,
    (error) => db.fault(error) === "unavailable",
    db.replica,
  );
  options.siblings?.onTold((names) => jsonCache.changed(...names));
  const context: AppContext = {
    defineRoute,
    db,
    images,
    deletionLog: createDeletionLog(
      { db, clock, days: config.deletionLogDays },
      openNoteStore(config),
    ),
    clock,
    config,
    sessions,
    mailboxes,
    sealer: createSealer(secret),
    sharedCounts,
    challenges: createChallenges({
      rateLimits: config.challenge && rateLimits,
      sharedCounts,
      clock,
      secret,
    }),
    securityLog,
    toJson,
    ...jsonCache,
    siblings: options.siblings,
    eventStreams: createEventStreams({ sessions, backgroundTasks }),
    backgroundTasks,
    jobs,
    mail: await createMail(app, { db, clock, config, jobs, backgroundTasks }),
    clientIpOf,
  };

  registerFeatures(app, context);
  openApiRoutes(app);
  healthRoutes(app, db, options.stopping);
  securityTxtRoute(app, config, clock);
  serveImages(app, images, responseCache);

  imageJobs(context);
  deletionLogJobs(context);
  scheduleMaintenance(app, context);
  measureStorage(context);
  measureLastBackup(config.dataDir, backgroundTasks.signal);

  const reading = readingOf(rateLimits, clientIpOf);
  const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  sharingRoutes(app, { ...context, responseCache, reading, siteUrl });

  if (pages && config.role !== "worker") {
    await servePages(app, {
      ...pages,
      ...{ db, jobs, responseCache, reading },
      api: localApi.call,
      networkOf: (request) => networkOf(clientIpOf(request)),
      onError: (error) => app.log.error(error),
      ...{ apiBase: config.apiBaseUrl, imageBase: config.imageBaseUrl },
      sendsMail: context.mail.on,
      providers: config.oidcProviders.map(({ id, label }) => ({ id, label })),
      daysKept: { deletion_log: config.deletionLogDays, security_log: config.securityLogDays },
      publicUrl: siteUrl,
    });
  }
  return app;
}
