import { createHash } from "node:crypto";

/** What `web/server.ts` renders for an address. */
export interface RenderedPage {
  status: number;
  html: string;
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

const encoder = new TextEncoder();

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
  const hashes = inlineScripts(html, mark).map(
    (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  const body = encoder.encode(
    html.replaceAll(mark, "").replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, ""),
  );
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
      etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`,
      // Relative, because visitors may reach the site by another host name than `origin`.
      ...(location && { location: location.replace(`${origin}/`, "/") }),
      ...(imageOrigin && html.includes(PRELOADED_IMAGE) && { link: preconnect(imageOrigin) }),
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

/** The code of the inline scripts whose tags contain `mark`. */
function inlineScripts(html: string, mark: string): string[] {
  const codes: string[] = [];
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + mark.length)) {
    const tag = html.slice(html.lastIndexOf("<", at), html.indexOf(">", at) + 1);
    if (!tag.startsWith("<script") || tag.includes(" src=")) continue;
    const start = html.indexOf(">", at) + 1;
    codes.push(html.slice(start, html.indexOf("</script>", start)));
  }
  return codes;
}

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
