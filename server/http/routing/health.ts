import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { measure } from "#server/telemetry/metrics.ts";

const NEVER_SHED = { config: { neverOverload: true } };
/** Proxies wait for a response only until their next check, for example 200 ms. */
const READY_WAIT_MS = 150;
const METRIC_WAIT_MS = 500;
/** An answer that takes this many times as long as the last one is no longer expected. */
const LATE = 4;
/** The longest time that an answer is expected for, however distant the database is. */
const LATE_MAX_MS = 1000;

/**
 * `/healthz` says that the process is alive; `/readyz` that it accepts requests, with the database
 * as a field: without it, pictures and cached pages are still served. 503 `not_ready` once
 * `stopping` is aborted.
 */
export function healthRoutes(app: FastifyInstance, db: Database, stopping?: AbortSignal): void {
  const isThere = createPresence(() => db.ping());
  measure({
    name: "kanaat_database_up",
    help: "Whether the database answers this server",
    kind: "gauge",
    read: async () => ((await isThere(METRIC_WAIT_MS)) ? 1 : 0),
  });
  app.get("/healthz", NEVER_SHED, async () => ({ status: "ok" }));
  app.get("/readyz", NEVER_SHED, async () => {
    if (stopping?.aborted) throw new ApiError("not_ready");
    const database = (await isThere(READY_WAIT_MS)) ? "ok" : "unreachable";
    return { status: "ready", database };
  });
}

/**
 * Returns a function that says within `waitMs` whether the database answers. A distant one may take
 * longer: it counts as there while an answer may still come, judging by how long the last one took.
 */
function createPresence(ping: () => Promise<void>): (waitMs: number) => Promise<boolean> {
  let lastMs: number | undefined;
  let asked: { at: number; answer: Promise<boolean> } | undefined;
  const ask = () => {
    const at = performance.now();
    const answer = ping().then(
      () => {
        lastMs = performance.now() - at;
        return true;
      },
      () => {
        lastMs = undefined;
        return false;
      },
    );
    const one = { at, answer };
    void answer.then(() => {
      if (asked === one) asked = undefined;
    });
    return one;
  };
  const mayStillCome = (at: number) =>
    lastMs !== undefined && performance.now() - at < Math.min(LATE_MAX_MS, LATE * lastMs);
  return async (waitMs) => {
    asked ??= ask();
    const { at, answer } = asked;
    // An answer that arrived while this process was busy is read in the turn after the timer's.
    const waited = sleep(waitMs, undefined, { ref: false }).then(() => turn());
    const known = await Promise.race([answer, waited]);
    return known ?? mayStillCome(at);
  };
}

const HEALTH = /^\/(healthz|readyz)(\?|$)/;

/** Returns 404 for everything else, for a server that only runs jobs. */
export function serveHealthAlone(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    if (!HEALTH.test(url)) throw new ApiError("not_found");
  });
}
