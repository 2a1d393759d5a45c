import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageCall } from "#contract/endpoint.ts";
import { hasAlready } from "#server/http/cache/etag.ts";
import type { Again } from "#server/http/cache/response-cache.ts";

/** What a page asked the API while it was rendered, with the ETags it got. */
export type Sources = { call: PageCall; etag: string | null }[];

/** A rendered page as ready bytes; compressed forms are made when first asked for. */
export interface Document {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** Until when it may be given without rendering it anew, by `performance.now()`. */
  freshUntil: number;
  renderedAt: number;
  sources: Sources;
}

type Encoding = "br" | "gzip";

const brotli = promisify(brotliCompress);
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, quick),
  gzip: promisify(gzip),
};

/**
 * Turns a rendered response into a document with its content security policy. Only scripts that
 * carry `nonce`, which is unknown outside this process, get into the policy, as hashes; the nonce
 * itself is taken out, so that a cached document gives nothing away.
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
  const body = outOfPool(
    html
      .replaceAll(` nonce="${nonce}"`, "")
      .replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, ""),
  );
  // The visitor may know the site by another name than this process does.
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

/** Sends a document in the best encoding the client takes, or 304 when it has it already. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  again: Again,
): Promise<FastifyReply> {
  reply.headers(document.headers);
  const isKnown = hasAlready(request.headers, document.headers.etag ?? "");
  if (isKnown && document.status === 200) return reply.code(304).send();

  reply.code(document.status);
  const encoding = acceptedEncoding(request.headers["accept-encoding"] ?? "");
  if (encoding) {
    document.compressed[encoding] ??= compress[encoding](document.body).then(outOfPool);
    void reply.header("content-encoding", encoding);
  }
  const body = encoding ? await document.compressed[encoding] : undefined;
  const answer = body ?? document.body;
  const isCurrent = () => performance.now() < document.freshUntil;
  again.give(request, reply, { body: answer, isCurrent });
  return reply.send(answer);
}

/** What is kept must not lie in the pool of short Buffers: each would hold 64 kB of it. */
const outOfPool = (content: string | Buffer): Buffer =>
  Buffer.from(
    typeof content === "string" ? encoder.encode(content).buffer : new Uint8Array(content).buffer,
  );

const encoder = new TextEncoder();

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
