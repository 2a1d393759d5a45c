import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip";

const OFFERED = ["br", "gzip", "identity"];
/** Browsers send a handful of these headers. */
const encodings = new LRUCache<string, Encoding | "identity">({ max: 200 });

/**
 * The encoding that a client likes best of br, gzip and none (undefined), br first of equals (RFC 9110,
 * 12.5.3). Who accepts none of them gets none.
 */
export function acceptedEncoding(headers: IncomingHttpHeaders): Encoding | undefined {
  const header = headers["accept-encoding"];
  if (!header) return undefined;
  const known = encodings.get(header) ?? preferred(header);
  encodings.set(header, known);
  return known === "identity" ? undefined : known;
}

function preferred(header: string): Encoding | "identity" {
  const negotiator = new Negotiator({ headers: { "accept-encoding": plain(header) } });
  const [best = "identity"] = negotiator.encodings(OFFERED, { preferred: OFFERED });
  return best as Encoding | "identity";
}

/** Whether a client asks for pages by name; any type at all (`*` + `/*`) is no page. */
export const acceptsHtml = ({ accept }: IncomingHttpHeaders): boolean =>
  accept !== undefined &&
  new Negotiator({ headers: { accept: plain(accept) } }).mediaTypes().includes("text/html");

/** Names, `q` among them, are read in any case; the library knows small letters without spaces. */
const plain = (header: string): string => header.toLowerCase().replaceAll(/[ \t]/g, "");
