import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Clock } from "#server/clock.ts";
import { ApiError } from "#server/errors.ts";

export const PROXY_CHECK_PATH = "/proxyz";
export const PASS_HEADER = "x-kanaat-pass";
/** How far the clocks of a server and of the machine that asks may differ. */
const VALID_MS = 10 * MINUTE_MS;

/** What a server received of a request, and from whom. */
export interface Received {
  /** The address and port at the other end of its socket. */
  peer: string;
  peerPort: number;
  /** The address that limits count the request for. */
  client: string;
  host: string | null;
  forwardedFor: string | null;
  forwardedProto: string | null;
}

/**
 * `GET /proxyz` responds with what the server received of the request, so that
 * `npm run doctor` sees what proxies change. 404 for everybody who does not have the installation's
 * secret.
 */
export function proxyCheckRoute(
  app: FastifyInstance,
  parts: { secret: string; clock: Clock; clientIpOf(request: IncomingMessage): string },
): void {
  const { secret, clock, clientIpOf } = parts;
  app.get(PROXY_CHECK_PATH, async ({ raw }, reply): Promise<Received> => {
    const { headers, socket } = raw;
    if (!isPass(headers[PASS_HEADER], secret, clock.now())) throw new ApiError("not_found");
    reply.header("cache-control", "no-store");
    return {
      peer: socket.remoteAddress ?? "",
      peerPort: socket.remotePort ?? 0,
      client: clientIpOf(raw),
      host: headers.host ?? null,
      forwardedFor: textOf(headers["x-forwarded-for"]),
      forwardedProto: textOf(headers["x-forwarded-proto"]),
    };
  });
}

/** Proves for some minutes that its sender has the installation's secret, without showing it. */
export const createPass = (secret: string, now: number): string =>
  `${now}.${createHmac("sha256", secret).update(`proxy check ${now}`).digest("base64url")}`;

function isPass(given: string | string[] | undefined, secret: string, now: number): boolean {
  const at = Number.parseInt(String(given), 10);
  if (!(Math.abs(now - at) <= VALID_MS)) return false;
  const [is, expected] = [String(given), createPass(secret, at)].map((text) => Buffer.from(text));
  return is?.length === expected?.length && timingSafeEqual(is as Buffer, expected as Buffer);
}

const textOf = (header: string | string[] | undefined): string | null =>
  header === undefined ? null : String(header);
