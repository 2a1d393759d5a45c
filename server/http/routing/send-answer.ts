import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ToJson } from "#server/http/cache/answer-json.ts";
import type { CachedJson } from "#server/http/cache/cached-json.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";

/** Sends what only this caller may get; a stream is JSON. */
export function send(reply: FastifyReply, answer: unknown, toJson: ToJson): FastifyReply {
  void reply.header("cache-control", "no-store");
  if (answer === null || answer === undefined) return reply.send();
  return reply.type(JSON_TYPE).send(answer instanceof Readable ? answer : toJson(answer));
}

const JSON_TYPE = "application/json; charset=utf-8";

export function addCacheHeaders(
  reply: FastifyReply,
  answer: CachedJson<unknown>,
  viewer: Viewer,
): void {
  void reply
    .type(JSON_TYPE)
    .header("cache-control", viewer === null ? answer.cacheControl : "no-store")
    .header("vary", "authorization, origin")
    .header("etag", answer.etag);
}

/** Sends 304 where the caller has the body already. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedJson<unknown>,
) {
  return isNotModified(request.headers, answer.etag)
    ? reply.code(304).send()
    : reply.send(answer.bytes);
}
