import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { measure } from "#server/telemetry/metrics.ts";

const NEVER_SHED = { config: { neverOverload: true } };
/** Proxies wait no longer for an answer than until their next check, such as 200 ms. */
const READY_WAIT_MS = 150;
const METRIC_WAIT_MS = 500;
/** An answer that takes so many times as long as the last one does not come. */
const LATE = 4;
/** No database is so distant that it is waited for longer. */
const LATE_MAX_MS = 1000;

/**
 * `/healthz` says that the process is alive; `/readyz` that it is to be asked, with the database as a
 * field: without it pictures and what is kept of pages are still answered. 503 `not_ready` from when
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
 * Whether a database answers, known within the milliseconds that the caller has. A distant one takes
 * longer: while an answer may still be on its way, by how long the last one took, it counts as there.
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

/** Answers 404 to all else, for a server that only runs jobs. */
export function serveHealthAlone(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    if (!HEALTH.test(url)) throw new ApiError("not_found");
  });
}
