import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID = "x-request-id";

/** Harmless in a header, a log line and a search. */
const SAFE = /^[\w.:-]{1,128}$/;

/** The id of a request in logs: the one that the proxy or client sent, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers[REQUEST_ID];
  return typeof sent === "string" && SAFE.test(sent) ? sent : randomUUID();
}
