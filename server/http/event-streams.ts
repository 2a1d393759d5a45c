import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#server/errors.ts";
import type { BackgroundTasks } from "#server/processes/background-tasks.ts";
import { type Sessions, tokenHashOf } from "./identity/sessions.ts";
import type { Veil, Viewer } from "./identity/viewer.ts";

/** Each stream sends something this often: proxies close silent connections, and so do browsers. */
const HEARTBEAT_MS = 25_000;
/** Heartbeats go to one of this many parts of the streams at a time, to not delay requests. */
const HEARTBEAT_PARTS = 25;
const EMPTY_EVENT = ":\n\n";

/** One kind of event that a stream carries. */
export interface EventFeed {
  /** Called at each heartbeat; resolves to whether it sent anything, and never rejects. */
  beat(): Promise<boolean>;
  /** Called once, when the feed is removed or its stream has ended. */
  close(): void;
}

/** An open response of server-sent events. */
export interface EventStream {
  readonly viewer: Viewer;
  readonly request: FastifyRequest;
  /** Whether the client is not reading what was sent. */
  readonly isFull: boolean;
  send(text: string): void;
  add(feed: EventFeed): void;
  /** Ends the stream if this was its last feed. */
  remove(feed: EventFeed): void;
  end(): void;
}

export interface EventStreams {
  /** Takes the response over from the framework; undefined if the client left or the app closes. */
  open(viewer: Viewer, request: FastifyRequest, reply: FastifyReply): EventStream | undefined;
}

/** `data` is one line. */
export const eventText = (event: string, data: string | number): string =>
  `event: ${event}\ndata: ${data}\n\n`;

/** An open stream and its session. */
interface Open {
  stream: EventStream;
  /** The part in whose turn it gets heartbeats. */
  part: number;
  /** null for a visitor. */
  tokenHash: string | null;
  expiresAt: number;
  /** Whether the session may have ended. */
  isUnsure: boolean;
  feeds: Set<EventFeed>;
}

/**
 * All open streams: keeps them alive, and ends them with the server, and within a second of their
 * session. `now` is in milliseconds. While the database is away, streams go on.
 */
export function createEventStreams(parts: {
  sessions: Pick<Sessions, "expiryOf" | "known" | "onForgotten">;
  backgroundTasks: Pick<BackgroundTasks, "signal">;
  now: () => number;
}): EventStreams {
  const { sessions, backgroundTasks, now } = parts;
  const streams = new Set<Open>();
  let opened = 0;
  let part = 0;

  const everySecond = setInterval(() => {
    part = (part + 1) % HEARTBEAT_PARTS;
    const at = now();
    for (const open of streams) {
      if (open.expiresAt <= at) open.stream.end();
      else if (open.part === part) void beat(open);
      else if (open.isUnsure) void checkSession(open);
    }
  }, HEARTBEAT_MS / HEARTBEAT_PARTS).unref();
  backgroundTasks.signal.addEventListener("abort", () => {
    clearInterval(everySecond);
    for (const { stream } of streams) stream.end();
  });

  sessions.onForgotten((tokenHash) => {
    for (const open of streams) {
      if (open.tokenHash === null || (tokenHash !== null && tokenHash !== open.tokenHash)) continue;
      open.isUnsure = true;
      // After a notice may have been missed, all are checked in the next second.
      if (tokenHash !== null) void checkSession(open);
    }
  });

  /** Ends the stream if its session has ended, or if other people are hidden from its viewer. */
  async function checkSession(open: Open): Promise<void> {
    open.isUnsure = false;
    try {
      const { stream } = open;
      open.expiresAt = await sessions.expiryOf(stream.request);
      const now = sessions.known(stream.request.raw);
      if (now && !hidesTheSame(now.veil, stream.viewer?.veil)) stream.end();
    } catch (error) {
      if (error instanceof ApiError) open.stream.end();
      else open.isUnsure = true;
    }
  }

  async function beat(open: Open): Promise<void> {
    const { stream, tokenHash, feeds } = open;
    if (tokenHash !== null) await checkSession(open);
    let hasSent = false;
    for (const feed of [...feeds]) hasSent = (await feed.beat()) || hasSent;
    if (!hasSent) stream.send(EMPTY_EVENT);
  }

  return {
    open(viewer, request, reply) {
      // The client left while its session was looked up: its stream would never close.
      if (reply.raw.destroyed) return void reply.hijack();
      const response = start(reply);
      if (backgroundTasks.signal.aborted) return void response.end();
      const feeds = new Set<EventFeed>();
      const stream: EventStream = {
        viewer,
        request,
        get isFull() {
          return response.writableNeedDrain;
        },
        send: (text) => {
          if (!response.writableEnded) response.write(text);
        },
        add: (feed) => void feeds.add(feed),
        remove(feed) {
          if (feeds.delete(feed)) feed.close();
          if (feeds.size === 0) response.end();
        },
        end: () => void response.end(),
      };
      opened += 1;
      const open: Open = {
        ...{ stream, feeds, part: opened % HEARTBEAT_PARTS, isUnsure: false },
        tokenHash: viewer && tokenHashOf(request),
        expiresAt: Number.POSITIVE_INFINITY,
      };
      streams.add(open);
      // The session may have ended since it was looked up for this request.
      if (viewer) void checkSession(open);
      response.on("close", () => {
        streams.delete(open);
        for (const feed of feeds) feed.close();
        feeds.clear();
      });
      return stream;
    },
  };
}

const hidesTheSame = (one: Veil | undefined, other: Veil | undefined): boolean =>
  one === other ||
  (one?.absent.size === other?.absent.size &&
    [...(one?.absent ?? [])].every((id) => other?.absent.has(id)));

function start(reply: FastifyReply): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  reply.raw.flushHeaders();
  return reply.raw;
}
