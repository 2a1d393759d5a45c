import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type * as z from "zod";
import type { AnswerOf, Endpoint } from "#contract/endpoint.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { RATE_LIMITS, type RateLimitName } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import { CachedJson } from "#server/http/cache/cached-json.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import { networkOf } from "#server/http/guards/client-ip.ts";
import type { Sessions } from "#server/http/guards/sessions.ts";
import type { Member, Viewer } from "#server/http/guards/viewer.ts";
import type { LocalApi } from "./local-api.ts";
import { type MultipartForm, receiveMultipart, type Uploads } from "./multipart.ts";

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler gets: the request's parts, validated by the endpoint's own schemas. */
export interface Call<E extends Endpoint> {
  params: Out<E["params"]>;
  query: Out<E["query"]>;
  body: Out<E["body"]>;
  /** Who calls; null for a visitor where the endpoint lets visitors in. */
  viewer: E["auth"] extends "required" ? Member : Viewer;
  request: OverHttp<E, FastifyRequest>;
  reply: OverHttp<E, FastifyReply>;
}

/** Undefined for what visitors may read, since pages call that without a request (`LocalApi`). */
type OverHttp<E extends Endpoint, T> = E extends { method: "GET"; auth: "none" | "optional" }
  ? undefined
  : T;

export type DefineRoute = <const E extends Endpoint>(
  endpoint: E,
  /** Answers the body; what `cacheable` made may be shared, a stream is JSON too large for memory. */
  handler: (call: Call<E>) => Promise<AnswerOf<E> | CachedJson<AnswerOf<E>> | Readable>,
  more?: {
    /** Throws for whoever may not make the call. Called before anything of a body is read. */
    admit?: (call: Pick<Call<E>, "params" | "viewer">) => Promise<unknown>;
    /**
     * The same for each file of a form, with the fields before it, not validated yet. Where it
     * answers false the file is read and dropped; the handler must then refuse the call.
     */
    admitFile?: (call: Pick<Call<E>, "viewer"> & Pick<MultipartForm, "body">) => Promise<boolean>;
    /** Called after every success, also when the response cache answered without the handler. */
    onAnswered?: (call: Pick<Call<E>, "params" | "viewer"> & { request: IncomingMessage }) => void;
  },
) => void;

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for GET, whose handler finds out itself. */
    viewer: Viewer | undefined;
  }
}

/**
 * Answers a function that adds an endpoint to `app` as a route: it authenticates, validates, calls
 * the handler and sends its answer with the endpoint's success status. Whoever may not call is
 * refused before the body is read. Uploaded files are in `uploads` until the answer. GET endpoints are
 * registered with `localApi` too.
 */
export function createDefineRoute(
  app: FastifyInstance,
  parts: {
    sessions: Sessions;
    uploads: Uploads;
    clientIpOf: (request: IncomingMessage) => string;
    rateLimits: boolean;
    responseCache: ResponseCache;
    localApi: LocalApi;
  },
): DefineRoute {
  const { sessions, uploads, clientIpOf, rateLimits, responseCache, localApi } = parts;
  const limiters = rateLimits ? createLimiters(app) : undefined;
  app.decorateRequest("viewer", undefined);

  async function viewerOf({ auth }: Endpoint, request: FastifyRequest): Promise<Viewer> {
    const viewer = auth === "none" ? null : await sessions.viewer(request);
    if (viewer === null && auth === "required") throw new ApiError("unauthenticated");
    return viewer;
  }

  return (endpoint, handler, { admit, admitFile, onAnswered } = {}) => {
    const status = Number(Object.keys(endpoint.answers)[0]);
    const limiter = endpoint.limit && limiters?.[endpoint.limit];
    const beforeBody = async (request: FastifyRequest) => {
      request.viewer = await viewerOf(endpoint, request);
      const params = validParams(endpoint, request);
      await admit?.({ params, viewer: request.viewer } as never);
    };
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      // HEAD runs the handler of GET, which must have no effect (following by GET has) and must end.
      exposeHeadRoute:
        endpoint.method === "GET" && !endpoint.limit?.startsWith("write") && !endpoint.stream,
      config: { neverOverload: isLimitedOtherwise(endpoint) },
      onRequest: [limiter ?? [], endpoint.method === "GET" ? [] : beforeBody].flat(),
      handler: async (request, reply) => {
        const viewer = request.viewer ?? (await viewerOf(endpoint, request));
        const form = isMultipart(endpoint, request)
          ? await receiveMultipart(request, uploads, {
              files: endpoint.files ?? 1,
              sender: viewer ? `account ${viewer.id}` : networkOf(clientIpOf(request.raw)),
              admitFile: async (body) => (await admitFile?.({ body, viewer } as never)) ?? true,
            })
          : undefined;
        try {
          const call = {
            ...validate(endpoint, request, form?.body),
            viewer,
            request,
            reply,
          } as unknown as Call<typeof endpoint>;
          const answer = await handler(call);
          onAnswered?.({ ...call, request: request.raw });
          if (reply.sent) return reply;
          void reply.code(status);
          if (!(answer instanceof CachedJson)) return send(reply, answer);
          addCacheHeaders(reply, answer, viewer);
          if (viewer === null) {
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
    if (endpoint.method === "GET") {
      localApi.register(endpoint, async ({ params, query }) => {
        if (endpoint.auth === "required") throw new ApiError("unauthenticated");
        const parts = validate(endpoint, { params, query, body: undefined });
        return handler({ ...parts, viewer: null } as unknown as Call<typeof endpoint>);
      });
    }
    if (takesMultipart(endpoint)) void app.register(withMultipart(route));
    else app.route(route);
  };
}

const takesMultipart = (endpoint: Endpoint): boolean =>
  endpoint.encodings?.includes("multipart") === true;

/** In a scope of its own, because the plug-in adds a hook to every route of its scope. */
const withMultipart = (route: RouteOptions) => async (scope: FastifyInstance) => {
  await scope.register(multipart);
  scope.route(route);
};

/** These take long by nature, and have limits of their own. */
const isLimitedOtherwise = (endpoint: Endpoint): boolean =>
  endpoint.stream === true ||
  takesMultipart(endpoint) ||
  endpoint.limit === "login" ||
  endpoint.limit === "register" ||
  endpoint.limit === "export";

/** Whether the body comes as multipart. Throws 415 for an encoding that the endpoint does not take. */
function isMultipart(endpoint: Endpoint, request: FastifyRequest): boolean {
  if (!endpoint.body) return false;
  const sent = takesMultipart(endpoint) && request.isMultipart() ? "multipart" : "json";
  if (!(endpoint.encodings ?? ["json"]).includes(sent)) {
    throw new ApiError("unsupported_media_type");
  }
  return sent === "multipart";
}

type Parts = Pick<FastifyRequest, "params" | "query" | "body">;

function validate(endpoint: Endpoint, request: Parts, form?: unknown) {
  const params = validParams(endpoint, request);
  const query = endpoint.query?.safeParse(request.query, TURKISH);
  if (query?.error) throw invalid(query.error);
  const body = endpoint.body?.safeParse(form ?? request.body, TURKISH);
  if (body?.error) throw invalid(body.error);
  return { params, query: query?.data, body: body?.data };
}

function validParams(endpoint: Endpoint, request: Pick<FastifyRequest, "params">) {
  const params = endpoint.params?.safeParse(request.params);
  if (params?.error) throw new ApiError(notFoundCode(endpoint.errors));
  return params?.data;
}

/** Messages for mistakes that our own forms cannot make, so that no schema has words for them. */
const TURKISH: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) =>
    issue.code === "invalid_value"
      ? `Şunlardan biri olmalıdır: ${issue.values.join(", ")}.`
      : "Lütfen geçerli bir değer girin.",
};

/** For path parameters of the wrong form: the same answer as for an id that does not exist. */
const notFoundCode = (errors: readonly ErrorCode[]): ErrorCode =>
  errors.find((code) => code.endsWith("_not_found")) ?? "not_found";

function invalid(error: z.ZodError): ApiError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message;
  return new ApiError(invalidCode(error), { fields });
}

/** A missing picture has a code of its own, because its message is specified (R85). */
function invalidCode(error: z.ZodError): ErrorCode {
  return error.issues.every((issue) => issue.path.at(-1) === "image")
    ? "image_missing"
    : "validation_failed";
}

function send(reply: FastifyReply, answer: unknown): FastifyReply {
  void reply.header("cache-control", "no-store");
  if (answer === null || answer === undefined) return reply.send();
  return reply.type(JSON_TYPE).send(answer instanceof Readable ? answer : JSON.stringify(answer));
}

const JSON_TYPE = "application/json; charset=utf-8";

function addCacheHeaders(reply: FastifyReply, answer: CachedJson<unknown>, viewer: Viewer): void {
  void reply
    .type(JSON_TYPE)
    .header("cache-control", viewer === null ? answer.cacheControl : "no-store")
    .header("vary", "authorization, origin")
    .header("etag", answer.etag);
}

function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedJson<unknown>) {
  return isNotModified(request.headers, answer.etag)
    ? reply.code(304).send()
    : reply.send(answer.bytes);
}

/** One counter for each limit, shared by all endpoints that name it. */
function createLimiters(app: FastifyInstance) {
  const limiterOf = (name: RateLimitName) => {
    const { max, perSeconds } = RATE_LIMITS[name];
    return app.rateLimit({ max, timeWindow: perSeconds * 1000 });
  };
  const names = Object.keys(RATE_LIMITS) as RateLimitName[];
  return Object.fromEntries(names.map((name) => [name, limiterOf(name)]));
}
