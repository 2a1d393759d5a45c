import type { IncomingHttpHeaders } from "node:http";

const weak = (etag: string): string => etag.trim().replace(/^W\//, "");

/** Whether a client has what `etag` names already; compared weakly, as RFC 9110 (13.1.2) wants. */
export function hasAlready(headers: IncomingHttpHeaders, etag: string): boolean {
  const known = headers["if-none-match"];
  if (known === undefined || known === etag) return known === etag;
  return known === "*" || known.split(",").some((one) => weak(one) === weak(etag));
}
