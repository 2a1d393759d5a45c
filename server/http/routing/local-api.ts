import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Endpoint, PageAnswer, PageCall } from "#contract/endpoint.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import type { ToJson } from "#server/http/cache/answer-json.ts";
import { CachedJson } from "#server/http/cache/cached-json.ts";
import { toApiError, toProblem } from "./problem.ts";

type Handler = (call: PageCall) => Promise<unknown>;

/** The API's GET endpoints for pages, which call them without HTTP and as a visitor. */
export interface LocalApi {
  /** Makes `handler` handle the calls of `endpoint`. */
  register(endpoint: Endpoint, handler: Handler): void;
  /** The same response as over HTTP, without headers that only browsers read. Never rejects. */
  call(call: PageCall): Promise<PageAnswer>;
}

/**
 * Calls handlers directly instead of injecting requests into the framework. Once V8 has seen
 * injected requests, it compiles all code that touches a request for both kinds, and real requests
 * take a tenth longer (`npm run bench:inject`).
 */
export function createLocalApi(
  db: Pick<Database, "fault">,
  log: FastifyBaseLogger,
  toJson: ToJson = JSON.stringify,
): LocalApi {
  const handlers = new Map<string, Handler>();

  async function answer(call: PageCall): Promise<PageAnswer> {
    const body = await handlers.get(call.endpoint)?.(call);
    if (body === undefined) throw new ApiError("not_found");
    const cached = body instanceof CachedJson ? body : undefined;
    return {
      status: 200,
      type: "application/json",
      etag: cached?.etag ?? null,
      body: cached?.bytes ?? toJson(body),
    };
  }

  return {
    register(endpoint, handler) {
      handlers.set(`${endpoint.method} ${endpoint.path}`, handler);
    },
    call: (call) =>
      answer(call).catch((thrown) => {
        const requestId = randomUUID();
        const error = toApiError(thrown, { log, requestId }, db);
        return {
          status: error.status,
          type: "application/problem+json",
          etag: null,
          body: JSON.stringify(toProblem(error, requestId)),
        };
      }),
  };
}
