import type { FastifyInstance } from "fastify";
import { type AppContext, openContext } from "./app-context.ts";
import type { AppOptions } from "./app-options.ts";
import { measureLastBackup } from "./backup/last-backup.ts";
import { openKnownSecret } from "./db/known-secret.ts";
import { deletionLogJobs } from "./deletions/deletion-log.ts";
import { registerFeatures } from "./features/features.ts";
import { PICTURE_TABLES } from "./features/owned-tables.ts";
import { openApiRoutes } from "./http/openapi/openapi.ts";
import { servePages } from "./http/pages/pages.ts";
import { healthRoutes } from "./http/routing/health.ts";
import { proxyCheckRoute } from "./http/routing/proxy-check.ts";
import { securityTxtRoute } from "./http/routing/security-txt.ts";
import { networkOf } from "./http/server/client-ip.ts";
import { openHttp } from "./http/server/open-http.ts";
import { imageJobs } from "./images/image-jobs.ts";
import { serveImages } from "./images/serve-images.ts";
import { measureStorage } from "./images/storage-metrics.ts";
import { scheduleMaintenance } from "./maintenance/maintenance.ts";

/**
 * The whole product as one Fastify application, not yet listening. `pages` names the built
 * browser half; null serves the API alone.
 */
export async function createApp(given: AppOptions): Promise<FastifyInstance> {
  const options = { ...given, secret: await openKnownSecret(given.db, given.config) };
  const http = await openHttp(options);
  const context = await openContext(options, http);
  const { app } = http;
  registerFeatures(app, context);
  registerPlatform(app, context, options);
  const { pages } = options;
  if (pages && context.config.role !== "worker") await registerPages(app, context, pages);
  return app;
}

/** Adds what the server has besides features. */
function registerPlatform(
  app: FastifyInstance,
  context: AppContext,
  { secret, stopping }: { secret: string; stopping?: AbortSignal },
): void {
  const { db, images, clock, config, responseCache, backgroundTasks } = context;
  openApiRoutes(app);
  healthRoutes(app, db, stopping);
  proxyCheckRoute(app, { ...context, secret });
  securityTxtRoute(app, config, clock);
  serveImages(app, images, responseCache);
  imageJobs({ ...context, pictureTables: PICTURE_TABLES });
  deletionLogJobs(context);
  scheduleMaintenance(app, context);
  measureStorage(context);
  measureLastBackup(config.dataDir, backgroundTasks.signal);
}

async function registerPages(
  app: FastifyInstance,
  { config, db, jobs, responseCache, reading, ...context }: AppContext,
  pages: NonNullable<AppOptions["pages"]>,
): Promise<void> {
  await servePages(app, {
    ...pages,
    ...{ db, jobs, responseCache, reading },
    api: context.localApi.call,
    epoch: () => db.quietPeriods.epoch(context.clock),
    networkOf: (request) => networkOf(context.clientIpOf(request)),
    onError: (error) => app.log.error(error),
    ...{ apiBase: config.apiBaseUrl, imageBase: config.imageBaseUrl },
    sendsMail: context.mail.on,
    registration: config.registration,
    providers: config.oidcProviders.map(({ id, label }) => ({ id, label })),
    daysKept: { deletion_log: config.deletionLogDays, security_log: config.securityLogDays },
    publicUrl: context.siteUrl,
  });
}
