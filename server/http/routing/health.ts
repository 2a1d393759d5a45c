import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Database } from "#server/db/open.ts";
import { ApiError } from "#server/errors.ts";
import { measure } from "#server/metrics.ts";

const NEVER_SHED = { config: { neverOverload: true } };
/** Proxies wait no longer for an answer than until their next check, such as 200 ms. */
const READY_WAIT_MS = 150;
const METRIC_WAIT_MS = 500;

/**
 * `/healthz` says that the process is alive; `/readyz` that it is to be asked, with the database as a
 * field: without it pictures and what is kept of pages are still answered. 503 `not_ready` from when
 * `stopping` is aborted.
 */
export function healthRoutes(app: FastifyInstance, db: Database, stopping?: AbortSignal): void {
  measure({
    name: "kanaat_database_up",
    help: "Whether the database answers this server",
    kind: "gauge",
    read: async () => ((await isThere(db, METRIC_WAIT_MS)) ? 1 : 0),
  });
  app.get("/healthz", NEVER_SHED, async () => ({ status: "ok" }));
  app.get("/readyz", NEVER_SHED, async () => {
    if (stopping?.aborted) throw new ApiError("not_ready");
    const database = (await isThere(db, READY_WAIT_MS)) ? "ok" : "unreachable";
    return { status: "ready", database };
  });
}

function isThere(db: Database, waitMs: number): Promise<boolean> {
  const answers = db.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answers, sleep(waitMs, false, { ref: false })]);
}

const HEALTH = /^\/(healthz|readyz)(\?|$)/;

/** Answers 404 to all else, for a server that only runs jobs. */
export function serveHealthAlone(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    if (!HEALTH.test(url)) throw new ApiError("not_found");
  });
}
