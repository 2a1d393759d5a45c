import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Document } from "#server/http/cache/document-cache.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import { unpooled } from "#server/http/cache/unpooled.ts";
import { acceptedEncoding, type Encoding } from "#server/http/negotiation.ts";

const brotli = promisify(brotliCompress);
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, quick),
  gzip: promisify(gzip),
};

/** Sends a document in the best encoding that the client accepts, or 304 if the client has it. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Pick<Document, "status" | "headers" | "body" | "compressed" | "freshUntil"> & {
    ignoresQuery?: true;
  },
  responseCache: ResponseCache,
): Promise<FastifyReply> {
  reply.headers(document.headers);
  const { etag } = document.headers;
  const isUnchanged = etag !== undefined && isNotModified(request.headers, etag);
  if (isUnchanged && document.status === 200) return reply.code(304).send();

  reply.code(document.status);
  const encoding = acceptedEncoding(request.headers);
  if (encoding) {
    document.compressed[encoding] ??= compress[encoding](document.body).then(unpooled);
    void reply.header("content-encoding", encoding);
  }
  const body = encoding ? await document.compressed[encoding] : undefined;
  const answer = body ?? document.body;
  const isCurrent = () => performance.now() < document.freshUntil;
  const { ignoresQuery } = document;
  const shared = { body: answer, isCurrent, ...(ignoresQuery && { ignoresQuery }) };
  if (isCurrent()) responseCache.store(request, reply, shared);
  return reply.send(answer);
}
