import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Document, Sources } from "#server/http/cache/document-cache.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import { unpooled } from "#server/http/cache/unpooled.ts";

type Encoding = keyof Document["compressed"];

const brotli = promisify(brotliCompress);
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, quick),
  gzip: promisify(gzip),
};

/**
 * Turns a rendered response into a document with its content security policy. The policy allows, by
 * their hashes, the inline scripts that carry `nonce`, which nobody outside this process knows. The
 * nonce itself is removed: in a cached document it would be no secret.
 */
export async function readDocument(
  response: Response,
  {
    nonce,
    apiBase,
    origin,
    freshMs,
    sources,
  }: { nonce: string; apiBase: string; origin: string; freshMs: number; sources: Sources },
): Promise<Document> {
  const html = await response.text();
  const hashes = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = ""]) => attributes.includes(nonce) && !attributes.includes(" src="))
    .map(([, , code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  const body = unpooled(
    html
      .replaceAll(` nonce="${nonce}"`, "")
      .replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, ""),
  );
  // Relative, because visitors may reach the site by another host name than `origin`.
  const location = response.headers.get("location")?.replace(`${origin}/`, "/");
  return {
    status: response.status,
    headers: {
      "content-type": response.headers.get("content-type") ?? "text/html; charset=utf-8",
      "content-security-policy": policy(hashes, apiBase),
      "cross-origin-opener-policy": "same-origin",
      "origin-agent-cluster": "?1",
      "x-dns-prefetch-control": "off",
      "cache-control": "no-cache",
      vary: "Accept-Encoding",
      etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`,
      ...(location && { location }),
      ...(response.status === 503 && { "retry-after": "5" }),
    },
    body,
    compressed: {},
    freshUntil: performance.now() + freshMs,
    renderedAt: performance.now(),
    sources,
  };
}

/** Sends a document in the best encoding that the client accepts, or 304 if the client has it. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  responseCache: ResponseCache,
): Promise<FastifyReply> {
  reply.headers(document.headers);
  const isUnchanged = isNotModified(request.headers, document.headers.etag ?? "");
  if (isUnchanged && document.status === 200) return reply.code(304).send();

  reply.code(document.status);
  const encoding = acceptedEncoding(request.headers["accept-encoding"] ?? "");
  if (encoding) {
    document.compressed[encoding] ??= compress[encoding](document.body).then(unpooled);
    void reply.header("content-encoding", encoding);
  }
  const body = encoding ? await document.compressed[encoding] : undefined;
  const answer = body ?? document.body;
  const isCurrent = () => performance.now() < document.freshUntil;
  responseCache.store(request, reply, { body: answer, isCurrent });
  return reply.send(answer);
}

function acceptedEncoding(header: string): Encoding | undefined {
  const accepted = header
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding));
}

function policy(scriptHashes: string[], apiBase: string): string {
  const api = apiBase && ` ${new URL(apiBase).origin}`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(scriptHashes)].join(" "),
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob:${api}`,
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
