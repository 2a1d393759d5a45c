import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip";

const OFFERED = ["br", "gzip", "identity"];
/** By header; browsers send only a handful of different ones. */
const encodings = new LRUCache<string, Encoding | "identity">({ max: 200 });

/**
 * The encoding that a client prefers of br, gzip and none (undefined), br first among equals (RFC
 * 9110, 12.5.3). A client that accepts none of these three gets no encoding.
 */
export function acceptedEncoding(headers: IncomingHttpHeaders): Encoding | undefined {
  const header = headers["accept-encoding"];
  if (!header) return undefined;
  let encoding = encodings.get(header);
  if (encoding === undefined) {
    encoding = preferred(header);
    encodings.set(header, encoding);
  }
  return encoding === "identity" ? undefined : encoding;
}

function preferred(header: string): Encoding | "identity" {
  const negotiator = new Negotiator({ headers: { "accept-encoding": plain(header) } });
  const [best = "identity"] = negotiator.encodings(OFFERED, { preferred: OFFERED });
  return best as Encoding | "identity";
}

/** Whether a client accepts HTML by name; any type (`*` + `/*`) does not count. */
export const acceptsHtml = ({ accept }: IncomingHttpHeaders): boolean =>
  accept !== undefined &&
  new Negotiator({ headers: { accept: plain(accept) } }).mediaTypes().includes("text/html");

/** Names, including `q`, are case-insensitive; the library expects lower case without spaces. */
const plain = (header: string): string => header.toLowerCase().replaceAll(/[ \t]/g, "");
