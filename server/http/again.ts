import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

/** What every visitor who asks for the same URL may be given, as long as it is current. */
export interface Repeatable {
  body: Buffer;
  isCurrent(): boolean;
  /** Told of everybody who is given it once more. */
  onGiven?: ((request: FastifyRequest) => void) | undefined;
}

export interface Again {
  /** Gives this answer, with the heads that `reply` has now, to whoever else asks the same. */
  give(request: FastifyRequest, reply: FastifyReply, answer: Repeatable): void;
}

const REMEMBERED = 1000;

/**
 * Answers what visitors ask over and over before any other hook, from the bytes of the first
 * answer. Requests that carry a token, an origin or an ETag go the long way.
 */
export function answerAgain(app: FastifyInstance): Again {
  const known = new LRUCache<string, Repeatable & { heads: string[] }>({ max: REMEMBERED });

  app.addHook("onRequest", (request, reply, done) => {
    if (!isPlain(request)) return done();
    const key = keyOf(request);
    const answer = known.get(key);
    if (!answer) return done();
    if (!answer.isCurrent()) {
      known.delete(key);
      return done();
    }
    answer.onGiven?.(request);
    reply.hijack();
    reply.raw.writeHead(200, answer.heads);
    reply.raw.end(answer.body);
  });

  return {
    give(request, reply, answer) {
      if (reply.statusCode !== 200 || !isPlain(request)) return;
      const heads = flat({ ...reply.getHeaders(), "content-length": answer.body.length });
      known.set(keyOf(request), { ...answer, heads });
    },
  };
}

const isPlain = ({ raw: { method, headers } }: FastifyRequest): boolean =>
  method === "GET" &&
  headers.authorization === undefined &&
  headers.origin === undefined &&
  headers["if-none-match"] === undefined;

const keyOf = ({ raw: { url, headers } }: FastifyRequest): string =>
  `${headers["accept-encoding"]} ${url}`;

/** As `writeHead` takes them quickest: names and values in turn. */
const flat = (heads: Record<string, unknown>): string[] =>
  Object.entries(heads).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, String(one)]),
  );
