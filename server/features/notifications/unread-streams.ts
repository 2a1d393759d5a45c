import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { House } from "#server/house.ts";

interface Stream {
  request: FastifyRequest;
  response: ServerResponse;
}

/**
 * Keeps proxies from closing a silent stream, notices a session that ended, and tells of counts
 * that fell without a word: a survey was hidden or deleted.
 */
const HEARTBEAT_MS = 25_000;
/** One more closes the oldest: a person has so many tabs, a mistake has more. */
const STREAMS_PER_PERSON = 8;

/** Server-sent events: `unread` with the count, at once, whenever it changes, and now and then. */
export function createUnreadStreams(
  { db, sessions, closing }: Pick<House, "db" | "sessions" | "closing">,
  countUnread: (userId: number) => Promise<number>,
) {
  const streams = new Map<number, Set<Stream>>();
  const all = () => [...streams.values()].flatMap((own) => [...own]);

  db.subscribe("notified", (people) => {
    for (const id of people.split(",")) void tell(Number(id), streams.get(Number(id)));
  });
  const heartbeat = setInterval(() => {
    for (const stream of all()) void beat(stream);
  }, HEARTBEAT_MS).unref();
  closing.signal.addEventListener("abort", () => {
    clearInterval(heartbeat);
    for (const { response } of all()) response.end();
  });

  async function tell(userId: number, told: Iterable<Stream> | undefined) {
    if (!told) return;
    try {
      const event = unread(await countUnread(userId));
      for (const { response } of told) write(response, event);
    } catch (err) {
      // Whoever reconnects is told the count anew, so nothing is missed.
      for (const { request, response } of told) {
        request.log.error({ err }, "unread count not told");
        response.end();
      }
    }
  }

  async function beat({ request, response }: Stream) {
    try {
      const viewer = await sessions.viewer(request);
      // While the database is away, what was told last stays.
      const event = viewer && (await countUnread(viewer).then(unread, () => null));
      write(response, event || ":\n\n");
    } catch {
      response.end();
    }
  }

  return async (userId: number, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Gone while its session was looked up, it would never close.
    if (reply.raw.destroyed) return void reply.hijack();
    const own = streams.get(userId) ?? new Set();
    streams.set(userId, own);
    const [oldest] = own;
    if (oldest && own.size >= STREAMS_PER_PERSON) {
      own.delete(oldest);
      oldest.response.end();
    }
    const stream = { request, response: start(reply) };
    own.add(stream);
    stream.response.on("close", () => {
      own.delete(stream);
      if (own.size === 0 && streams.get(userId) === own) streams.delete(userId);
    });
    if (closing.signal.aborted) stream.response.end();
    else await tell(userId, [stream]);
  };
}

const unread = (count: number): string => `event: unread\ndata: ${count}\n\n`;

function write(response: ServerResponse, text: string): void {
  if (!response.writableEnded) response.write(text);
}

/** Takes the answer out of the framework's hands, with the heads it has set so far. */
function start(reply: FastifyReply): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  return reply.raw;
}
