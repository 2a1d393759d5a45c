import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { acceptedEncoding } from "#server/http/negotiation.ts";
import { REQUEST_ID, requestIdOf } from "#server/http/routing/request-id.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { endingBefore } from "./cache-control.ts";

/** A body that every visitor may get at the same URL, as long as it is current. */
interface SharedResponse {
  body: Buffer;
  isCurrent(): boolean;
  /** Set where the query changes nothing, so that made-up ones fill no cache. */
  ignoresQuery?: true;
  /** Called for each later request that gets this body. */
  onServed?: ((request: IncomingMessage) => void) | undefined;
}

interface CachedResponse extends SharedResponse {
  /** Names and values in turn. */
  headers: string[];
  /** The index of the request id among the headers; undefined where it is not sent. */
  idAt: number | undefined;
  route: string;
}

export interface ResponseCache {
  /** Responds from the cache; returns false where the request has to go to the framework. */
  tryServe(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Caches this response, with the headers that `reply` has now, for equal requests. Does nothing
   * for a status other than 200 and for requests that `tryServe` would not serve.
   */
  store(request: FastifyRequest, reply: FastifyReply, shared: SharedResponse): void;
  /** Empties the cache; from now on every request goes to the framework. */
  bypass(): void;
}

/** What the quiet periods say now (ADR-082). */
export interface Quiet {
  /** What was made in one is never served in another. */
  epoch(): string;
  /** Milliseconds until results become hidden; Infinity if they do not. */
  startsIn(): number;
}

const MAX_RESPONSES = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Serves what visitors request again and again, before the framework sees it. Requests with a
 * token, an origin or an ETag are never served here, since their responses differ.
 */
export function createResponseCache(
  quiet: Quiet = { epoch: () => "", startsIn: () => Number.POSITIVE_INFINITY },
  /** Called with each response from the cache. */
  onHit?: (response: ServerResponse, route: string, requestId: string) => void,
): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({
    max: MAX_RESPONSES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  /** In which epoch requests began that this cache did not serve; absent for the first one, "". */
  const beganIn = new WeakMap<IncomingMessage, string>();
  let isBypassed = false;
  let hits = 0;
  measure({
    name: "kanaat_response_cache_hits_total",
    help: "Requests that were answered before the framework saw them",
    kind: "counter",
    read: () => hits,
  });
  measure({
    name: "kanaat_response_cache_bytes",
    help: "What the response cache holds",
    kind: "gauge",
    read: () => responses.calculatedSize,
  });

  /** Returns the response and its key. */
  function find(request: IncomingMessage, now: string): [string, CachedResponse] | undefined {
    const { url = "" } = request;
    const whole = keyOf(request, url, now);
    const shared = responses.get(whole);
    if (shared) return [whole, shared];
    const path = pathOf(url);
    if (path === url) return undefined;
    const key = keyOf(request, path, now);
    const picture = responses.get(key);
    return picture?.ignoresQuery ? [key, picture] : undefined;
  }

  return {
    tryServe(request, response) {
      if (isBypassed || !isShareable(request)) return false;
      const now = quiet.epoch();
      if (now !== "") beganIn.set(request, now);
      const found = find(request, now);
      if (!found) return false;
      const [key, shared] = found;
      if (!shared.isCurrent()) {
        responses.delete(key);
        return false;
      }
      shared.onServed?.(request);
      const id = requestIdOf(request);
      if (shared.idAt !== undefined) shared.headers[shared.idAt] = id;
      response.writeHead(200, shared.headers);
      response.end(shared.body);
      hits += 1;
      onHit?.(response, shared.route, id);
      return true;
    },
    store(request, reply, shared) {
      // A rewritten URL stands for different things, depending on the `Accept` header.
      if (request.url !== request.originalUrl) return;
      if (reply.statusCode !== 200 || !isShareable(request.raw)) return;
      const given = reply.getHeaders();
      const cacheControl = endingBefore(quiet.startsIn(), given["cache-control"]);
      const headers = flat({
        ...given,
        ...(cacheControl !== undefined && { "cache-control": cacheControl }),
        "content-length": shared.body.length,
      });
      const idAt = headers.indexOf(REQUEST_ID) + 1 || undefined;
      const route = request.routeOptions.url ?? "";
      const url = shared.ignoresQuery ? pathOf(request.url) : request.url;
      responses.set(keyOf(request.raw, url, beganIn.get(request.raw)), {
        ...shared,
        headers,
        idAt,
        route,
      });
    },
    bypass() {
      isBypassed = true;
      responses.clear();
    },
  };
}

const isShareable = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" &&
  headers.authorization === undefined &&
  headers.origin === undefined &&
  headers["if-none-match"] === undefined;

const pathOf = (url: string): string => {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
};

const keyOf = ({ headers }: IncomingMessage, url: string, epoch = ""): string =>
  `${epoch} ${acceptedEncoding(headers)} ${url}`;

/** Names and values in turn, the form that `writeHead` takes fastest. */
const flat = (headers: Record<string, unknown>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, String(one)]),
  );
