import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "#server/app-context.ts";
import {
  EMPTY_EVENT,
  eventText,
  HEARTBEAT_MS,
  HEARTBEAT_PARTS,
  startStream,
} from "#server/http/event-stream.ts";
import { measure } from "#server/metrics.ts";
import { EVERYBODY } from "./notifications.writes.ts";

interface Stream {
  request: FastifyRequest;
  response: ServerResponse;
  /** Whether its count may have changed without a notice of it. */
  isStale: boolean;
  /** The last event sent, and the number of the count in it: a later number is a newer count. */
  sent: string;
  sentNumber: number;
}

/** One more closes the oldest: a person may have so many tabs; more are a mistake in a client. */
const STREAMS_PER_PERSON = 8;

/** Server-sent events: `unread` with the count, at once and whenever it changes. */
export function createUnreadStreams(
  { db, sessions, backgroundTasks }: Pick<AppContext, "db" | "sessions" | "backgroundTasks">,
  countUnread: (userId: number) => Promise<number>,
) {
  const streams = new Map<number, Set<Stream>>();
  let counted = 0;
  let part = 0;
  measure({
    name: "kanaat_streams_open",
    help: "Open streams of unread counts",
    kind: "gauge",
    read: () => [...streams.values()].reduce((sum, own) => sum + own.size, 0),
  });

  const countAllAnew = () => {
    for (const own of streams.values()) for (const stream of own) stream.isStale = true;
  };
  db.subscribe(
    "notified",
    (people) => {
      if (people === EVERYBODY) return countAllAnew();
      for (const id of people.split(",").map(Number)) {
        for (const stream of streams.get(id) ?? []) void sendChange(stream, id);
      }
    },
    countAllAnew,
  );
  // Beside it all is told by notices, so that most heartbeats ask the database nothing.
  const heartbeat = setInterval(() => {
    part = (part + 1) % HEARTBEAT_PARTS;
    for (const [userId, own] of streams) {
      if (userId % HEARTBEAT_PARTS === part) for (const stream of own) void beat(stream, userId);
    }
  }, HEARTBEAT_MS / HEARTBEAT_PARTS).unref();
  backgroundTasks.signal.addEventListener("abort", () => {
    clearInterval(heartbeat);
    for (const own of streams.values()) for (const { response } of own) response.end();
  });

  async function sendChange(stream: Stream, userId: number) {
    try {
      await sendCount(stream, userId, true);
    } catch (err) {
      // The browser connects again and gets the count then, so nothing is missed.
      stream.request.log.error({ err }, "unread count not sent");
      stream.response.end();
    }
  }

  async function beat(stream: Stream, userId: number) {
    try {
      await sessions.viewer(stream.request);
    } catch {
      return stream.response.end();
    }
    if (!stream.isStale) return write(stream, EMPTY_EVENT);
    stream.isStale = false;
    try {
      await sendCount(stream, userId, false);
    } catch {
      // While the database is away, the last count stands.
      stream.isStale = true;
      write(stream, EMPTY_EVENT);
    }
  }

  /** A change is sent though the count is the same: one may have come and another gone. */
  async function sendCount(stream: Stream, userId: number, isChange: boolean) {
    counted += 1;
    const number = counted;
    const event = eventText("unread", await countUnread(userId));
    const before = stream.sent;
    // A count that was begun later may have come back earlier, and is the newer one.
    if (number > stream.sentNumber) Object.assign(stream, { sentNumber: number, sent: event });
    write(stream, isChange || stream.sent !== before ? stream.sent : EMPTY_EVENT);
  }

  return async (userId: number, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // The client left while its session was looked up: its stream would never close.
    if (reply.raw.destroyed) return void reply.hijack();
    const own = streams.get(userId) ?? new Set();
    streams.set(userId, own);
    const [oldest] = own;
    if (oldest && own.size >= STREAMS_PER_PERSON) {
      own.delete(oldest);
      oldest.response.end();
    }
    const stream = {
      request,
      response: startStream(reply),
      isStale: false,
      sent: "",
      sentNumber: 0,
    };
    own.add(stream);
    stream.response.on("close", () => {
      own.delete(stream);
      if (own.size === 0 && streams.get(userId) === own) streams.delete(userId);
    });
    if (backgroundTasks.signal.aborted) stream.response.end();
    else await sendChange(stream, userId);
  };
}

function write({ response }: Stream, text: string): void {
  if (!response.writableEnded) response.write(text);
}
