import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/** How often a stream says something at least: proxies close what is silent, and browsers take it for dead. */
export const HEARTBEAT_MS = 25_000;
/** Heartbeats are spread over so many parts of the streams, so that what they look up holds up nobody. */
export const HEARTBEAT_PARTS = 25;
export const EMPTY_EVENT = ":\n\n";

/** `data` is one line. */
export const eventText = (event: string, data: string | number): string =>
  `event: ${event}\ndata: ${data}\n\n`;

/** Takes the response over from the framework, with the headers set so far. */
export function startStream(reply: FastifyReply): ServerResponse {
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
