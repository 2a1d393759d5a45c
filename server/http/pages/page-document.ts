import { hash } from "node:crypto";

/** What `web/server.ts` renders for an address. */
export interface RenderedPage {
  status: number;
  /** In parts, the first of which ends within the head or after it. */
  html: string[];
  /** The target of a redirect; null for a page. */
  location: string | null;
  /** When what it says about the time becomes wrong, in milliseconds since 1970; else never. */
  changesAt?: number;
  /** Whether the page is for one person only. */
  isPersonal?: boolean;
}

/** A page as it is sent. */
export interface PageDocument {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Until when it may be sent, in milliseconds since 1970. */
  changesAt: number;
  /** Whether shared caches may store it, as far as the page itself decides. */
  isPublic: boolean;
}

interface DocumentSettings {
  nonce: string;
  /** The base addresses of the API and of pictures for browsers; each may be empty. */
  apiBase: string;
  imageBase: string;
  origin: string;
}

/**
 * Turns a rendered page into a document with its content security policy. The policy allows, by
 * their hashes, the inline scripts that carry `nonce`, which is unknown outside this process. The
 * nonce itself is removed: in a cached document it would not be secret.
 */
export function toDocument(
  { status, html, location, changesAt = Number.POSITIVE_INFINITY, isPersonal }: RenderedPage,
  { nonce, apiBase, imageBase, origin }: DocumentSettings,
): PageDocument {
  const mark = ` nonce="${nonce}"`;
  const [head = "", ...rest] = html;
  const withoutNonce = head.replace(`<meta property="csp-nonce" content="${nonce}"/>`, "");
  const pieces = [withoutNonce, ...rest].map((part) => part.split(mark));
  const hashes = pieces.flatMap(inlineScripts).map(hashOf);
  const body = toBytes(pieces.flat());
  const imageOrigin = imageBase && new URL(imageBase).origin;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy(hashes, apiBase, imageOrigin),
      "cross-origin-opener-policy": "same-origin",
      "origin-agent-cluster": "?1",
      "x-dns-prefetch-control": "off",
      "cache-control": "no-cache",
      vary: "Accept-Encoding",
      etag: `W/"${hash("sha256", body, "base64url").slice(0, 27)}"`,
      // Relative, because visitors may reach the site by another host name than `origin`.
      ...(location && { location: location.replace(`${origin}/`, "/") }),
      ...(imageOrigin && head.includes(PRELOADED_IMAGE) && { link: preconnect(imageOrigin) }),
      ...(status === 503 && { "retry-after": "5" }),
    },
    body,
    changesAt,
    isPublic: status === 200 && !isPersonal,
  };
}

/** Written by React for pictures that are not loaded lazily. */
const PRELOADED_IMAGE = '<link rel="preload" as="image"';

const preconnect = (origin: string) => `<${origin}>; rel=preconnect`;

/** UTF-8 of pieces that were never joined. */
function toBytes(pieces: string[]): Uint8Array<ArrayBuffer> {
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const bytes = Buffer.from(new ArrayBuffer(length));
  let at = 0;
  for (const piece of pieces) at += bytes.write(piece, at);
  return bytes;
}

/** The code of the inline scripts that carried the nonce, at which `pieces` were separated. */
function inlineScripts(pieces: string[]): string[] {
  return pieces.slice(1).flatMap((after, before) => {
    const start = pieces[before]?.slice(pieces[before].lastIndexOf("<")) ?? "";
    const tag = start + after.slice(0, after.indexOf(">"));
    if (!tag.startsWith("<script") || tag.includes(" src=")) return [];
    return after.slice(after.indexOf(">") + 1, after.indexOf("</script>"));
  });
}

const hashOf = (code: string) => `'sha256-${hash("sha256", code, "base64")}'`;

function policy(scriptHashes: string[], apiBase: string, imageOrigin: string): string {
  const api = apiBase && ` ${new URL(apiBase).origin}`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(scriptHashes)].join(" "),
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob:${imageOrigin ? ` ${imageOrigin}` : api}`,
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
