import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "#server/app-context.ts";

interface Stream {
  request: FastifyRequest;
  response: ServerResponse;
  /** The newest question for its count whose answer was told, and that answer. */
  asked: number;
  told: string;
}

/**
 * Keeps proxies from closing a silent stream, notices a session that ended, and tells of counts
 * that fell without a word: a survey was hidden or deleted.
 */
const HEARTBEAT_MS = 25_000;
/** Everybody's counts at once would hold the others up; so many parts have their turns. */
const PARTS = 25;
/** One more closes the oldest: a person has so many tabs, a mistake has more. */
const STREAMS_PER_PERSON = 8;
const NOTHING_NEW = ":\n\n";

/** Server-sent events: `unread` with the count, at once and whenever it changes. */
export function createUnreadStreams(
  { db, sessions, backgroundTasks }: Pick<AppContext, "db" | "sessions" | "backgroundTasks">,
  countUnread: (userId: number) => Promise<number>,
) {
  const streams = new Map<number, Set<Stream>>();
  let asked = 0;
  let part = 0;

  db.subscribe("notified", (people) => {
    for (const id of people.split(",").map(Number)) {
      for (const stream of streams.get(id) ?? []) void tellNews(stream, id);
    }
  });
  const heartbeat = setInterval(() => {
    part = (part + 1) % PARTS;
    for (const [userId, own] of streams) {
      if (userId % PARTS === part) for (const stream of own) void beat(stream, userId);
    }
  }, HEARTBEAT_MS / PARTS).unref();
  backgroundTasks.signal.addEventListener("abort", () => {
    clearInterval(heartbeat);
    for (const own of streams.values()) for (const { response } of own) response.end();
  });

  async function tellNews(stream: Stream, userId: number) {
    try {
      await tell(stream, userId, true);
    } catch (err) {
      // Whoever reconnects is told the count anew, so nothing is missed.
      stream.request.log.error({ err }, "unread count not told");
      stream.response.end();
    }
  }

  async function beat(stream: Stream, userId: number) {
    try {
      await sessions.viewer(stream.request);
    } catch {
      return stream.response.end();
    }
    // While the database is away, what was told last stays.
    await tell(stream, userId, false).catch(() => write(stream, NOTHING_NEW));
  }

  /** News is told though the count is the same: one may have come and another gone. */
  async function tell(stream: Stream, userId: number, isNews: boolean) {
    asked += 1;
    const mine = asked;
    const event = unread(await countUnread(userId));
    const before = stream.told;
    // The answer to a later question may have been here already.
    if (mine > stream.asked) Object.assign(stream, { asked: mine, told: event });
    write(stream, isNews || stream.told !== before ? stream.told : NOTHING_NEW);
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
    const stream = { request, response: start(reply), asked: 0, told: "" };
    own.add(stream);
    stream.response.on("close", () => {
      own.delete(stream);
      if (own.size === 0 && streams.get(userId) === own) streams.delete(userId);
    });
    if (backgroundTasks.signal.aborted) stream.response.end();
    else await tellNews(stream, userId);
  };
}

const unread = (count: number): string => `event: unread\ndata: ${count}\n\n`;

function write({ response }: Stream, text: string): void {
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
