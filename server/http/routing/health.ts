import type { FastifyInstance } from "fastify";
import type { Database } from "#server/db/open.ts";
import { ApiError } from "#server/errors.ts";
import { measure } from "#server/metrics.ts";

const NEVER_SHED = { config: { neverOverload: true } };

/**
 * `/healthz` says that the process is alive; `/readyz` that it can answer: its database does, and
 * `stopping` is not aborted. Otherwise 503 `not_ready`.
 */
export function healthRoutes(app: FastifyInstance, db: Database, stopping?: AbortSignal): void {
  measure({
    name: "kanaat_database_up",
    help: "Whether the database answers this server",
    kind: "gauge",
    read: () =>
      db.ping().then(
        () => 1,
        () => 0,
      ),
  });
  app.get("/healthz", NEVER_SHED, async () => ({ status: "ok" }));
  app.get("/readyz", NEVER_SHED, async () => {
    if (stopping?.aborted) throw new ApiError("not_ready");
    try {
      await db.ping();
    } catch (cause) {
      throw new ApiError("not_ready", { cause });
    }
    return { status: "ready" };
  });
}

const HEALTH = /^\/(healthz|readyz)(\?|$)/;

/** Answers 404 to all else, for a server that only runs jobs. */
export function serveHealthAlone(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    if (!HEALTH.test(url)) throw new ApiError("not_found");
  });
}
