import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID = "x-request-id";

/** What can stand in a header, a log line and a search without doing any harm. */
const SAFE = /^[\w.:-]{1,128}$/;

/** The id by which a request is found in logs: the proxy's or client's own, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers[REQUEST_ID];
  return typeof sent === "string" && SAFE.test(sent) ? sent : randomUUID();
}
