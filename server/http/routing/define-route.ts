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
import type { Sessions } from "#server/http/guards/sessions.ts";
import type { InProcess } from "./local-api.ts";
import { receiveForm } from "./multipart.ts";

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler is given: the request's parts, validated by the endpoint's own schemas. */
export interface Call<E extends Endpoint> {
  params: Out<E["params"]>;
  query: Out<E["query"]>;
  body: Out<E["body"]>;
  /** The caller's id; null for a visitor where the endpoint lets visitors in. */
  viewer: E["auth"] extends "required" ? number : number | null;
  request: OverHttp<E, FastifyRequest>;
  reply: OverHttp<E, FastifyReply>;
}

/** What visitors may read is asked by pages too, without a request. */
type OverHttp<E extends Endpoint, T> = E extends { method: "GET"; auth: "none" | "optional" }
  ? undefined
  : T;

export type Serve = <const E extends Endpoint>(
  endpoint: E,
  /** What is too large for the memory is answered as a stream of JSON. */
  handler: (call: Call<E>) => Promise<AnswerOf<E> | CachedJson<AnswerOf<E>> | Readable>,
  /** Told of every success, also of those that visitors are given without the handler. */
  onAnswered?: (call: Pick<Call<E>, "params" | "viewer"> & { request: IncomingMessage }) => void,
) => void;

/**
 * Makes endpoints into routes of `app`: authorises, validates, calls the handler and sends its
 * answer with the endpoint's success status. Uploaded files lie in `uploadFolder` until then.
 * What can be read is offered to pages too, who ask as visitors.
 */
export function createServe(
  app: FastifyInstance,
  given: {
    sessions: Sessions;
    uploadFolder: string;
    rateLimits: boolean;
    responseCache: ResponseCache;
    inProcess: InProcess;
  },
): Serve {
  const { sessions, uploadFolder, rateLimits, responseCache, inProcess } = given;
  const limiters = rateLimits ? createLimiters(app) : undefined;
  return (endpoint, handler, onAnswered) => {
    const status = Number(Object.keys(endpoint.answers)[0]);
    const limiter = endpoint.limit && limiters?.[endpoint.limit];
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      // A HEAD request runs its GET's handler; following by GET has an effect, a stream no end.
      exposeHeadRoute:
        endpoint.method === "GET" && !endpoint.limit?.startsWith("write") && !endpoint.stream,
      config: { neverOverload: isLong(endpoint) },
      ...(limiter && { onRequest: limiter }),
      handler: async (request, reply) => {
        const viewer = endpoint.auth === "none" ? null : await sessions.viewer(request);
        if (viewer === null && endpoint.auth === "required") throw new ApiError("unauthenticated");
        const form = isForm(endpoint, request)
          ? await receiveForm(request, uploadFolder, endpoint.files ?? 1)
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
      inProcess.offer(endpoint, async ({ params, query }) => {
        if (endpoint.auth === "required") throw new ApiError("unauthenticated");
        const asked = validate(endpoint, { params, query, body: undefined });
        return handler({ ...asked, viewer: null } as unknown as Call<typeof endpoint>);
      });
    }
    if (takesForms(endpoint)) void app.register(withForms(route));
    else app.route(route);
  };
}

const takesForms = (endpoint: Endpoint): boolean =>
  endpoint.encodings?.includes("multipart") === true;

/** In a scope of its own, as the plug-in hooks into every request of its scope. */
const withForms = (route: RouteOptions) => async (scope: FastifyInstance) => {
  await scope.register(multipart);
  scope.route(route);
};

const isLong = (endpoint: Endpoint): boolean =>
  endpoint.stream === true ||
  takesForms(endpoint) ||
  endpoint.limit === "login" ||
  endpoint.limit === "register" ||
  endpoint.limit === "export";

/** Throws where the body is neither of what the endpoint takes. */
function isForm(endpoint: Endpoint, request: FastifyRequest): boolean {
  if (!endpoint.body) return false;
  const sent = takesForms(endpoint) && request.isMultipart() ? "multipart" : "json";
  if (!(endpoint.encodings ?? ["json"]).includes(sent)) {
    throw new ApiError("unsupported_media_type");
  }
  return sent === "multipart";
}

type Parts = Pick<FastifyRequest, "params" | "query" | "body">;

function validate(endpoint: Endpoint, request: Parts, form?: unknown) {
  const params = endpoint.params?.safeParse(request.params);
  if (params?.error) throw new ApiError(missing(endpoint.errors));
  const query = endpoint.query?.safeParse(request.query, IN_TURKISH);
  if (query?.error) throw invalid(query.error);
  const body = endpoint.body?.safeParse(form ?? request.body, IN_TURKISH);
  if (body?.error) throw invalid(body.error);
  return { params: params?.data, query: query?.data, body: body?.data };
}

/** For what no form of ours sends, and no schema has words for. */
const IN_TURKISH: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) =>
    issue.code === "invalid_value"
      ? `Şunlardan biri olmalıdır: ${issue.values.join(", ")}.`
      : "Lütfen geçerli bir değer girin.",
};

/** A path that cannot name anything is answered like one that names nothing. */
const missing = (errors: readonly ErrorCode[]): ErrorCode =>
  errors.find((code) => code.endsWith("_not_found")) ?? "not_found";

function invalid(error: z.ZodError): ApiError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message;
  return new ApiError(invalidCode(error), { fields });
}

/** An absent picture has a code of its own, because its words are given (R85). */
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

function addCacheHeaders(
  reply: FastifyReply,
  answer: CachedJson<unknown>,
  viewer: number | null,
): void {
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

/** One counter for each name, shared by all endpoints that carry it. */
function createLimiters(app: FastifyInstance) {
  const limiter = (name: RateLimitName) => {
    const { max, perSeconds } = RATE_LIMITS[name];
    return app.rateLimit({ max, timeWindow: perSeconds * 1000 });
  };
  const names = Object.keys(RATE_LIMITS) as RateLimitName[];
  return Object.fromEntries(names.map((name) => [name, limiter(name)]));
}
