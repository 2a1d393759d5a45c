import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

/** What every visitor who asks for the same URL may be given, as long as it is current. */
export interface Repeatable {
  body: Buffer;
  isCurrent(): boolean;
  /** Told of everybody who is given it once more. */
  onGiven?: ((request: IncomingMessage) => void) | undefined;
}

export interface Again {
  /** Answers from the bytes of an earlier answer; false where the request must go the long way. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Gives this answer, with the heads that `reply` has now, to whoever else asks the same. */
  give(request: FastifyRequest, reply: FastifyReply, answer: Repeatable): void;
  /** From now on everything goes the long way. */
  stop(): void;
}

const REMEMBERED = 1000;
const REMEMBERED_BYTES = 16 * 1024 * 1024;

/**
 * Answers what visitors ask over and over before the framework sees it. Requests that carry a
 * token, an origin or an ETag go the long way.
 */
export function createAgain(): Again {
  const known = new LRUCache<string, Repeatable & { heads: string[] }>({
    max: REMEMBERED,
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  let stopped = false;

  return {
    answer(request, response) {
      if (stopped || !isPlain(request)) return false;
      const key = keyOf(request, request.url);
      const answer = known.get(key);
      if (!answer) return false;
      if (!answer.isCurrent()) {
        known.delete(key);
        return false;
      }
      answer.onGiven?.(request);
      response.writeHead(200, answer.heads);
      response.end(answer.body);
      return true;
    },
    give(request, reply, answer) {
      // Another `Accept` may make something else of an address that was rewritten.
      if (request.url !== request.originalUrl) return;
      if (reply.statusCode !== 200 || !isPlain(request.raw)) return;
      const heads = flat({ ...reply.getHeaders(), "content-length": answer.body.length });
      known.set(keyOf(request.raw, request.url), { ...answer, heads });
    },
    stop() {
      stopped = true;
      known.clear();
    },
  };
}

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" &&
  headers.authorization === undefined &&
  headers.origin === undefined &&
  headers["if-none-match"] === undefined;

const keyOf = ({ headers }: IncomingMessage, url: string | undefined): string =>
  `${headers["accept-encoding"]} ${url}`;

/**
 * As `writeHead` takes them quickest: names and values in turn. How much the one who asked first may
 * still ask is nobody else's.
 */
const flat = (heads: Record<string, unknown>): string[] =>
  Object.entries(heads)
    .filter(([name]) => !name.startsWith("x-ratelimit-"))
    .flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, String(one)]));
