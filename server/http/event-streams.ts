import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BackgroundTasks } from "#server/processes/background-tasks.ts";
import type { Sessions } from "./identity/sessions.ts";
import type { Viewer } from "./identity/viewer.ts";

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

/** All open streams: keeps them alive, and ends them with their session and with the server. */
export function createEventStreams(parts: {
  sessions: Pick<Sessions, "viewer">;
  backgroundTasks: Pick<BackgroundTasks, "signal">;
}): EventStreams {
  const { sessions, backgroundTasks } = parts;
  const streams = new Set<{ part: number; stream: EventStream; beat: () => Promise<void> }>();
  let opened = 0;
  let part = 0;

  const heartbeat = setInterval(() => {
    part = (part + 1) % HEARTBEAT_PARTS;
    for (const open of streams) if (open.part === part) void open.beat();
  }, HEARTBEAT_MS / HEARTBEAT_PARTS).unref();
  backgroundTasks.signal.addEventListener("abort", () => {
    clearInterval(heartbeat);
    for (const { stream } of streams) stream.end();
  });

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
      async function beat() {
        try {
          await sessions.viewer(request);
        } catch {
          return stream.end();
        }
        let hasSent = false;
        for (const feed of [...feeds]) hasSent = (await feed.beat()) || hasSent;
        if (!hasSent) stream.send(EMPTY_EVENT);
      }
      opened += 1;
      const open = { part: opened % HEARTBEAT_PARTS, stream, beat };
      streams.add(open);
      response.on("close", () => {
        streams.delete(open);
        for (const feed of feeds) feed.close();
        feeds.clear();
      });
      return stream;
    },
  };
}

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
