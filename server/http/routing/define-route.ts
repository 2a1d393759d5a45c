import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type * as z from "zod";
import type { AnswerOf, Endpoint } from "#contract/endpoint.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import type { ToJson } from "#server/http/cache/answer-json.ts";
import { CachedJson } from "#server/http/cache/cached-json.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import { createCallers } from "#server/http/identity/callers.ts";
import type { Member, Viewer } from "#server/http/identity/viewer.ts";
import {
  type CountedReading,
  type RateLimits,
  readingBy,
  uncounted,
} from "#server/http/limits/rate-limits.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import type { Sessions } from "../identity/sessions.ts";
import { isLimitedOtherwise, takesMultipart } from "./endpoint-limits.ts";
import { FileAnswer } from "./file-answer.ts";
import type { FrequentAnswer, FrequentCalls } from "./frequent-calls.ts";
import type { LocalApi } from "./local-api.ts";
import { isMultipart, type MultipartForm, receiveMultipart, type Uploads } from "./multipart.ts";
import { addCacheHeaders, send, sendCached } from "./send-answer.ts";
import { knowsQuery, validate, validParams } from "./validation.ts";
import { callVeiled, withoutAbsent } from "./veiled-calls.ts";

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Throws if what was proved before a transaction no longer holds in it. */
export type Prove = (tx: Transaction) => Promise<void>;

/** What a handler gets: the request's parts, validated by the endpoint's own schemas. */
interface Call<E extends Endpoint> {
  params: Out<E["params"]>;
  query: Out<E["query"]>;
  body: Out<E["body"]>;
  /** The caller; null for a visitor where the endpoint admits visitors. */
  viewer: E["auth"] extends "required" ? Member : Viewer;
  /** Has to be called in the transaction of the change: checks that the proof still holds. */
  prove: E extends { proof: "fresh" } ? Prove : undefined;
  /**
   * Counts the reading of a survey or person that the query names: those in the path are counted
   * anyway. `thing` is such as "id,12". Throws as `RateLimits.reading` does.
   */
  reading: CountedReading;
  request: OverHttp<E, FastifyRequest>;
  reply: OverHttp<E, FastifyReply>;
}

/** Undefined for what visitors may read, since pages call that without a request (`LocalApi`). */
type OverHttp<E extends Endpoint, T> = E extends { stream: true }
  ? T
  : E extends { method: "GET"; auth: "none" | "optional" }
    ? undefined
    : T;

export type DefineRoute = <const E extends Endpoint>(
  endpoint: E,
  /** Returns the body; one of `cacheable` may be shared, a stream is JSON too large for memory. */
  handler: (
    call: Call<E>,
  ) => Promise<AnswerOf<E> | CachedJson<AnswerOf<E>> | FileAnswer | Readable>,
  more?: {
    /** Throws for callers who may not make the call. Called before any of the body is read. */
    admit?: (call: Pick<Call<E>, "params" | "viewer">) => Promise<unknown>;
    /**
     * The same for each file of a form, with the fields before it, not validated yet. If it
     * returns false, the file is read and dropped; the handler must then refuse the call.
     */
    admitFile?: (call: Pick<Call<E>, "viewer"> & Pick<MultipartForm, "body">) => Promise<boolean>;
    /** Called after every success, also when the response cache answered without the handler. */
    onAnswered?: (call: Pick<Call<E>, "params" | "viewer"> & { request: IncomingMessage }) => void;
    /**
     * For a GET without a limit that pages of signed-in people make often: mostly runs without the
     * framework (`FrequentCalls`). The handler must use neither `request` nor `reply`.
     */
    isFrequent?: true;
  },
) => void;

/**
 * Returns a function that adds an endpoint to `app` as a route: it authenticates, validates, calls
 * the handler and sends its result with the endpoint's success status. Callers who may not call are
 * refused before the body is read. Uploaded files stay in `uploads` until the response. GET
 * endpoints are registered with `localApi` too.
 */
export function createDefineRoute(
  app: FastifyInstance,
  parts: {
    db: Database;
    sessions: Sessions;
    uploads: Uploads;
    clientIpOf: (request: IncomingMessage) => string;
    rateLimits: RateLimits | false;
    responseCache: ResponseCache;
    frequentCalls: FrequentCalls;
    localApi: LocalApi;
    toJson: ToJson;
  },
): DefineRoute {
  const { db, sessions, uploads, clientIpOf, rateLimits, responseCache, localApi, toJson } = parts;
  const callers = createCallers(app, sessions);

  const addressOf = (request: FastifyRequest) => clientIpOf(request.raw);
  /** The account or network that takes turns with others. */
  const nameOf = (viewer: Viewer, request: FastifyRequest) =>
    viewer ? `account ${viewer.id}` : networkOf(addressOf(request));

  /** Looks the caller up and counts the call; without a valid token it counts as a visitor's. */
  async function enter(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    let viewer: Viewer = null;
    try {
      viewer = await callers.find(endpoint, request);
    } finally {
      const { limit } = endpoint;
      if (limit && rateLimits)
        await rateLimits.take(limit, { viewer, address: addressOf(request) });
    }
    request.viewer = viewer;
  }

  return (endpoint, handler, { admit, admitFile, onAnswered, isFrequent } = {}) => {
    const status = Number(Object.keys(endpoint.answers)[0]);
    const isGet = endpoint.method === "GET";
    const beforeBody = async (request: FastifyRequest) => {
      await enter(endpoint, request);
      if (isGet) return;
      const { viewer } = request;
      const named = { params: validParams(endpoint, request) };
      const { params } = await withoutAbsent(db, endpoint, viewer?.veil, named);
      await admit?.({ params, viewer } as never);
    };
    /** Runs the handler with what both ways of a request have in common. */
    const run = (call: Call<typeof endpoint>) => {
      const handle = () => callVeiled(db, endpoint, call, handler);
      return namesThing(endpoint) ? call.reading(thingOf(call), handle) : handle();
    };
    const answerFrequent = async (
      viewer: Member,
      params: Record<string, string>,
      request: IncomingMessage,
    ): Promise<FrequentAnswer> => {
      const parsed = validate(endpoint, { params, query: {}, body: undefined });
      const reading = readingBy(rateLimits, { viewer, address: clientIpOf(request) });
      const call = { ...parsed, viewer, reading } as unknown as Call<typeof endpoint>;
      const answer = await run(call);
      onAnswered?.({ ...call, request });
      if (answer instanceof CachedJson) return { body: answer.bytes, etag: answer.etag };
      return { body: toJson(answer) };
    };
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      // HEAD runs GET's handler, which must end and must have no effect (following by GET has one).
      exposeHeadRoute: isGet && !endpoint.limit?.startsWith("write") && !endpoint.stream,
      config: {
        neverOverload: isLimitedOtherwise(endpoint),
        isStream: endpoint.stream === true,
      },
      onRequest: isGet && !(endpoint.limit && rateLimits) ? [] : [beforeBody],
      handler: async (request, reply) => {
        const sender = request.viewer ?? null;
        const form = isMultipart(endpoint, request)
          ? await receiveMultipart(request, uploads, {
              files: endpoint.files ?? 1,
              sender: nameOf(sender, request),
              admitFile: async (body) =>
                (await admitFile?.({ body, viewer: sender } as never)) ?? true,
            })
          : undefined;
        try {
          const viewer = await callers.findAfterBody(endpoint, request);
          const reading = readingBy(rateLimits, { viewer, address: addressOf(request) });
          const call = {
            ...validate(endpoint, request, form?.body),
            ...{ viewer, reading, request, reply },
          } as unknown as Call<typeof endpoint>;
          const answer = await run(call);
          onAnswered?.({ ...call, request: request.raw });
          if (reply.sent) return reply;
          void reply.code(status);
          if (answer instanceof FileAnswer)
            return answer.send(request, reply, nameOf(viewer, request));
          if (!(answer instanceof CachedJson)) return send(reply, answer, toJson);
          addCacheHeaders(reply, answer, viewer);
          if (viewer === null && knowsQuery(endpoint, request)) {
            responseCache.store(request, reply, {
              body: answer.bytes,
              isCurrent: answer.isCurrent,
              onServed: onAnswered && ((request) => onAnswered({ ...call, request })),
            });
          }
          return sendCached(request, reply, answer);
        } finally {
          if (form) await form.discard();
        }
      },
    };
    if (isGet && !endpoint.stream) {
      localApi.register(endpoint, async ({ params, query }) => {
        if (endpoint.auth === "required") throw new ApiError("unauthenticated");
        const parts = validate(endpoint, { params, query, body: undefined });
        const call = { ...parts, viewer: null, reading: uncounted };
        return handler(call as unknown as Call<typeof endpoint>);
      });
    }
    if (isFrequent) {
      parts.frequentCalls.register(endpoint.path, (request, texts) => {
        const viewer = sessions.known(request);
        if (!viewer || viewer.veil) return undefined;
        // What fails here is counted once: the framework finds that it was just read.
        return answerFrequent(viewer, texts, request);
      });
    }
    if (takesMultipart(endpoint)) void app.register(withMultipart(route));
    else app.route(route);
  };
}

/** Whether the endpoint reads what its path names, such as a survey or a person. */
export const namesThing = ({ method, params, auth }: Endpoint): boolean =>
  method === "GET" && params !== undefined && auth !== "none";

/** What a path names, for `RateLimits.reading`. */
const thingOf = ({ params }: { params: unknown }): string => Object.entries(params ?? {}).join();

/** In a separate scope, because the plug-in adds a hook to every route of its scope. */
const withMultipart = (route: RouteOptions) => async (scope: FastifyInstance) => {
  await scope.register(multipart);
  scope.route(route);
};
