import type { FastifyBaseLogger } from "fastify";
import type { Endpoint, PageCall } from "#contract/endpoint.ts";
import type { Database } from "#server/db/open.ts";
import { ApiError } from "#server/errors.ts";
import { CachedJson } from "#server/http/cache/cached-json.ts";
import { problemOf, refusalOf } from "./problem.ts";

/** The API for pages that are rendered in this process, as a visitor is answered. */
export interface InProcess {
  /** From now on `answer` is asked for what a GET of this endpoint would. */
  offer(endpoint: Endpoint, answer: (call: PageCall) => Promise<unknown>): void;
  /** Like a call over HTTP, but for the heads that only browsers read. */
  ask(call: PageCall): Promise<Response>;
}

/**
 * Without HTTP on purpose: requests that only look like Node's own make V8 compile everything that
 * touches a request for both, and all real ones took a tenth longer (`npm run bench:inject`).
 */
export function createInProcess(db: Pick<Database, "fault">, log: FastifyBaseLogger): InProcess {
  const answers = new Map<string, (call: PageCall) => Promise<unknown>>();

  async function answer(call: PageCall): Promise<Response> {
    const given = await answers.get(call.endpoint)?.(call);
    if (given === undefined) throw new ApiError("not_found");
    if (!(given instanceof CachedJson)) return Response.json(given);
    const headers = { "content-type": "application/json", etag: given.etag };
    return new Response(new Uint8Array(given.bytes), { headers });
  }

  return {
    offer(endpoint, answer) {
      answers.set(`${endpoint.method} ${endpoint.path}`, answer);
    },
    ask: (call) =>
      answer(call).catch((thrown) => {
        const { error, requestId } = refusalOf(thrown, log, db);
        const headers = { "content-type": "application/problem+json" };
        return Response.json(problemOf(error, requestId), { status: error.status, headers });
      }),
  };
}
