import type { FastifyInstance } from "fastify";
import { createApp } from "#server/app.ts";
import type { Clock, WatchedClock } from "#server/clock.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Answered } from "#server/http/answers.ts";
import type { ConnectionLimits } from "#server/http/server/connections.ts";
import type { ImageStore } from "#server/images/store/image-store.ts";
import { openImageStore } from "#server/images/store/open-store.ts";
import { ownLeases } from "#server/maintenance/leases.ts";
import { type MaintenanceJob, runMaintenance } from "#server/maintenance/maintenance.ts";
import { type Mailboxes, openMailboxes } from "#server/secret/pseudonyms.ts";
import { type Api, createApi } from "#testing/api.ts";
import { createInstance, engineUnderTest, type Instance } from "#testing/instance.ts";
import { inject } from "./inject.ts";
import { noteProvokedErrors } from "./provoked-errors.ts";
import { TestClock } from "./test-clock.ts";

/** Runs `tidy` when the scope ends: a test's context, or `{ after }` for a whole file. */
export interface Scope {
  after(tidy: () => Promise<void>): void;
}

export interface TestApp extends Api {
  app: FastifyInstance;
  db: Database;
  images: ImageStore;
  clock: TestClock;
  config: Config;
  mailboxes: Mailboxes;
  /** What maintenance does; tests may add to it before the server listens. */
  jobs: MaintenanceJob[];
  /** Pass it to another `testApp` to start a second server, or this one again, on the same data. */
  instance: Instance;
  /** Runs a round of maintenance now; otherwise it only begins when the server listens. */
  runMaintenance(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface TestOptions {
  instance?: Instance;
  clock?: TestClock;
  /** Wraps the clock that the server uses. */
  serverClock?: (clock: TestClock, db: Database) => Promise<WatchedClock>;
  /** Cached responses age by it; by default `clock`. */
  steadyClock?: Clock;
  config?: Partial<Config>;
  /** Wraps the database. */
  db?: (db: Database) => Database;
  /** Replaces or wraps the image store. */
  images?: (store: ImageStore) => ImageStore;
  pages?: { distDir: string };
  /**
   * By default far more than the product's own, because a busy machine is not the product's fault;
   * null for the product's.
   */
  longestWaitMs?: number | null;
  connectionLimits?: Partial<ConnectionLimits>;
  uploadBytes?: { sender: number; total: number };
  onAnswered?: (answered: Answered) => void;
  accessLogTo?: { write(text: string): unknown };
}

/**
 * The whole product without a socket, on the engine of TEST_ENGINE, silent and without rate limits
 * unless `options` say otherwise. `scope` is the test's context, or `{ after }` of node:test for a
 * file.
 */
export async function testApp(scope: Scope, options: TestOptions = {}): Promise<TestApp> {
  const instance = options.instance ?? (await ownInstance(scope));
  const clock = options.clock ?? new TestClock();
  const config = {
    ...readConfig({ LOG_LEVEL: "silent", RATE_LIMITS: "off" }),
    ...instance,
    ...options.config,
  };
  const { longestWaitMs = 30_000 } = options;
  const opened = await openDatabase({ ...config, longestWaitMs: longestWaitMs ?? undefined });
  const db = options.db?.(opened) ?? opened;
  const store = await openImageStore(config);
  const images = options.images?.(store) ?? store;
  const serverClock = (await options.serverClock?.(clock, db)) ?? clock;
  const jobs: MaintenanceJob[] = [];
  const { pages = null, connectionLimits = {}, uploadBytes, onAnswered, accessLogTo } = options;
  const app = await createApp({
    db,
    images,
    clock: serverClock,
    ...(options.steadyClock && { steadyClock: options.steadyClock }),
    config,
    jobs,
    pages,
    connectionLimits,
    uploadBytes,
    onAnswered,
    ...(accessLogTo && { accessLogTo }),
  }).catch(async (error) => {
    await db.close();
    throw error;
  });
  const mailboxes = await openMailboxes(config);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= app.close().then(() => db.close());
    return closed;
  };
  instance.atEnd.defer(close);
  const leases = ownLeases(serverClock);
  const runRound = (signal = new AbortController().signal) =>
    runMaintenance(jobs, { clock: serverClock, log: app.log, signal, leases });
  noteProvokedErrors(app);
  await app.ready();
  const api = createApi("http://kanaat.test", (request) => inject(app, request));
  const parts = { app, db, images, clock, config, mailboxes, jobs, instance };
  return { ...api, ...parts, runMaintenance: runRound, close };
}

async function ownInstance(scope: Scope): Promise<Instance> {
  const instance = await createInstance(engineUnderTest(), process.env.TEST_TEMPLATE);
  scope.after(() => instance.atEnd.disposeAsync());
  return instance;
}
