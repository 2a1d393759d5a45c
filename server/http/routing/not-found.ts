import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#server/errors.ts";
import { PAGE_PATH } from "#server/http/pages/page-request.ts";
import { sendProblem } from "./problem.ts";

/**
 * Responds to requests without a route: 405 with `Allow` where the path has other methods,
 * otherwise 404 (R150). Call it before any route is added, since it records each, and after the
 * hooks that add headers.
 */
export function handleNotFound(app: FastifyInstance): void {
  const routes: { pattern: RegExp; method: string }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    // CORS handles OPTIONS on every path, also on those that do not exist.
    if (url === "*") return;
    const pattern =
      url === "/*"
        ? PAGE_PATH
        : new RegExp(`^${url.replaceAll(/:\w+/g, "[^/]+").replaceAll("*", ".*")}$`);
    for (const one of [method].flat()) routes.push({ pattern, method: one });
  });
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return sendProblem(reply, new ApiError("not_found"));
    }
    void reply.header("allow", [...new Set(allowed)].sort().join(", "));
    return sendProblem(reply, new ApiError("method_not_allowed"));
  };
  // In the first hook, since the framework would otherwise read the body.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.is404) answer(request, reply);
    else done();
  });
  app.setNotFoundHandler(answer);
}
