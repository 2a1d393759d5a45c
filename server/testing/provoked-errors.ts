import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/**
 * Records every error that `app` returns, as `GET /api/surveys/{id} survey_not_found`, in the
 * folder that PROVOKED_ERRORS names; `scripts/checks/check-errors.ts` finds those that no test
 * provokes.
 */
export function noteProvokedErrors(app: FastifyInstance): void {
  const folder = process.env.PROVOKED_ERRORS;
  if (!folder) return;
  const noted = new Set<string>();
  app.addHook("onSend", async (request, reply, payload) => {
    const type = String(reply.getHeader("content-type"));
    if (!type.startsWith("application/problem+json")) return;
    const { method, url = "" } = request.routeOptions;
    const path = url.replaceAll(/:(\w+)/g, "{$1}");
    const line = `${method} ${path} ${JSON.parse(String(payload)).code}\n`;
    if (!noted.has(line)) appendFileSync(join(folder, `${process.pid}.txt`), line);
    noted.add(line);
  });
}
