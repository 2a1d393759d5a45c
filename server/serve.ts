import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import "./processes/next-tick-workaround.ts";
import { BRAND } from "#contract/brand.ts";
import { type Config, readConfig } from "./config/config.ts";
import { findUnknownSettings } from "./config/unknown-settings.ts";
import { version, versionText } from "./config/version.ts";
import { doubtsOf } from "./db/clock-offset.ts";
import { openClock, watchClock } from "./db/database-clock.ts";
import { openDatabase } from "./db/open.ts";
import { openImageStore } from "./images/store/open-store.ts";
import { connectionsWithin, openFilesLimit } from "./limits/file-handles.ts";
import { SHARED_PORT, superviseWorkers, tellListening } from "./processes/cluster.ts";
import { afterOwnTime } from "./processes/own-time.ts";
import { createSiblings } from "./processes/siblings.ts";
import { endInOrderBy, SIGNALS } from "./processes/told-to-end.ts";
import { requireUsable } from "./secret/file-owners.ts";
import { guardOutput } from "./secret/hidden-secrets.ts";
import { keepPrivate } from "./secret/private-files.ts";
import { failureText } from "./telemetry/failure-text.ts";
import { startTracing, wantsTraces } from "./telemetry/tracing.ts";

/** The process's own time for closing; after it, the process exits even if work is unfinished. */
const MAX_CLOSING_MS = 8500;
/** Connections that are still open after this much of it are closed. */
const CUT_OFF_MS = 6000;
/** How often a slow start is reported. */
const REPORTED_EVERY_MS = 5000;
guardOutput(process.env);
const distDir = join(import.meta.dirname, "../dist");
const dev = process.argv.includes("--dev");

async function start() {
  const config = readConfig(process.env);
  if (!dev && !existsSync(distDir)) throw new Error("Nothing is built yet: run `npm start`.");
  if (cluster.isPrimary) {
    for (const sentence of findUnknownSettings(process.env)) console.warn(sentence);
    await requireUsable(config.dataDir);
    await keepPrivate(config.dataDir);
  }
  if (cluster.isPrimary && config.workers > 1) {
    const { workers: count, port, host, shutdownDelayMs } = config;
    return superviseWorkers({ count, port, host, onListening: announce, shutdownDelayMs });
  }
  await serve(config);
}

async function serve(wanted: Config) {
  const config = withinOpenFiles(wanted);
  const endTracing = wantsTraces(process.env) ? startTracing(process.env) : undefined;
  const report = reportStart(config);
  // Not imported above: the process that only starts others does not need it.
  const { createApp } = await import("./app.ts");
  report.step("opening the database");
  const db = await openDatabase({
    ...config,
    version: version.version,
    onWaiting: report.print,
    onUpgraded: console.log,
  });
  const images = await openImageStore(config);
  const clock = await openClock(db);
  if (config.isFirstWorker)
    for (const doubt of await doubtsOf(db, clock.now() + clock.jumpMs)) console.warn(doubt);
  const stopping = new AbortController();
  const pages = { distDir, dev };
  // Without metrics, their library need not be in memory.
  const metrics =
    config.metrics &&
    (await (await import("./http/server/metrics-server.ts")).serveMetrics(config.metrics));
  report.step("rendering the first page");
  const app = await createApp({
    db,
    images,
    clock,
    steadyClock: performance,
    config,
    pages,
    stopping: stopping.signal,
    siblings: cluster.isWorker ? createSiblings() : undefined,
    onAnswered: metrics?.onAnswered,
  });
  watchClock(clock, app.log, stopping.signal);
  const skip = cluster.isWorker ? [...SIGNALS] : [];
  // The reason why the process ends is written at every LOG_LEVEL.
  const logger = config.logLevel === "silent" ? console : app.log;
  const ending = closeWithGrace({ delay: false, logger, skip }, async ({ err }) => {
    if (err) logger.error(err);
    stopping.abort();
    afterOwnTime(config.shutdownDelayMs + MAX_CLOSING_MS, () => {
      logger.error(`Closing has not ended after ${MAX_CLOSING_MS} ms.`);
      process.exit(1);
    });
    // /readyz fails now, so that proxies stop sending requests.
    await sleep(config.shutdownDelayMs);
    afterOwnTime(CUT_OFF_MS, () => app.server.closeAllConnections());
    await app.close();
    await db.close();
    await metrics?.close();
    await endTracing?.();
  });
  endInOrderBy(ending.close);
  await app.listen({ port: config.port, host: config.host, ...SHARED_PORT });
  report.end();
  const { port } = app.server.address() as { port: number };
  if (cluster.isWorker) tellListening(port);
  else announce(port);
  if (metrics) console.log(`Metrics: http://${config.metrics?.host}:${metrics.port}/metrics`);
}

/** Prints what a slow start is doing, unless something else was just printed. */
function reportStart({ isFirstWorker }: Config) {
  let current = "loading the program";
  let printedAt = -Infinity;
  const print = (line: string) => {
    printedAt = performance.now();
    console.error(line);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    if (!isFirstWorker || now - printedAt < REPORTED_EVERY_MS) return;
    console.error(`Starting for ${Math.round(now / 1000)} s: ${current}`);
  }, REPORTED_EVERY_MS).unref();
  return {
    print,
    step(next: string) {
      current = next;
    },
    end: () => clearInterval(timer),
  };
}

/** Limits connections so that they leave files to open for everything else. */
function withinOpenFiles(config: Config): Config {
  const openFiles = openFilesLimit();
  const maxConnections = connectionsWithin(openFiles, config.maxConnections);
  if (maxConnections < config.maxConnections && config.isFirstWorker) {
    console.warn(
      `This process may have ${openFiles} files open, so it takes ${maxConnections} connections at once and not ${config.maxConnections} (MAX_CONNECTIONS): raise LimitNOFILE or ulimit -n.`,
    );
  }
  return { ...config, maxConnections };
}

const announce = (port: number) =>
  console.log(`${BRAND}: http://localhost:${port} (${versionText})`);

start().catch((error: unknown) => {
  console.error(failureText(error));
  process.exit(1);
});
