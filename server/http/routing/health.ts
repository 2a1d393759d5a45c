import type { FastifyInstance } from "fastify";
import type { Database } from "#server/db/open.ts";
import { ApiError } from "#server/errors.ts";

const ALWAYS = { config: { neverOverload: true } };

/** `/healthz`: the process lives. `/readyz`: it can answer, and is not about to stop. */
export function health(app: FastifyInstance, db: Database, leaving?: AbortSignal): void {
  app.get("/healthz", ALWAYS, async () => ({ status: "ok" }));
  app.get("/readyz", ALWAYS, async () => {
    if (leaving?.aborted) throw new ApiError("not_ready");
    try {
      await db.ping();
    } catch (cause) {
      throw new ApiError("not_ready", { cause });
    }
    return { status: "ready" };
  });
}
