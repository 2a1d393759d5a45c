import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { ApiError } from "#server/errors.ts";
import { hashToken } from "#server/secret/tokens.ts";
import { measure } from "#server/telemetry/metrics.ts";
import type { Viewer } from "./viewer.ts";

/** A session as the database knows it; `expiresAt` in milliseconds. */
export interface Session {
  userId: number;
  mailbox: number;
  expiresAt: number;
  /** When it is known to have been used, in milliseconds. */
  seenAt: number;
}

export interface Sessions {
  /** The caller of a request, null for a visitor. Throws 401 for a token that is not valid. */
  viewer(request: FastifyRequest): Promise<Viewer>;
  /** Makes the token's next request look its session up again. */
  forget(tokenHash: string): void;
  /** The same for every token. */
  forgetAll(): void;
  /** The token hashes of sessions used since the last call, and when; each once in an hour. */
  takeSeen(): Map<string, number>;
}

const MAX_SESSIONS = 50_000;
/** A session deleted directly in the database, of which this process is not notified, lives so long. */
const MAX_AGE_MS = 300_000;
/** Its last use is written down no more often, so that nearly all calls write nothing. */
const SEEN_EVERY_MS = 3_600_000;

/**
 * Finds the caller by the bearer token alone, never by a query, cookie or body (R22). Sessions are
 * cached, so that most calls need no query; `find` asks the database, `now` is in milliseconds.
 */
export function createSessions(
  find: (tokenHash: string) => Promise<Session | undefined>,
  now: () => number,
): Sessions {
  const cached = new LRUCache<string, Session>({
    max: MAX_SESSIONS,
    ttl: MAX_AGE_MS,
    ttlResolution: 1000,
  });
  measure({
    name: "kanaat_sessions_cached",
    help: "Sessions that need no query",
    kind: "gauge",
    read: () => cached.size,
  });
  let drops = 0;
  let seen = new Map<string, number>();

  async function lookUp(tokenHash: string): Promise<Session | undefined> {
    const before = drops;
    const session = await find(tokenHash);
    // One that ended during the query must not be cached.
    if (session && before === drops) cached.set(tokenHash, session);
    return session;
  }

  return {
    async viewer(request) {
      if (!isBearer(request)) return null;
      const token = tokenOf(request);
      const tokenHash = token && hashToken(token);
      const session = tokenHash && (cached.get(tokenHash) ?? (await lookUp(tokenHash)));
      const at = now();
      if (!session || session.expiresAt <= at) throw new ApiError("invalid_token");
      if (at - session.seenAt >= SEEN_EVERY_MS) {
        session.seenAt = at;
        seen.set(tokenHash, at);
      }
      return { id: session.userId, role: "member", mailbox: session.mailbox };
    },
    forget(tokenHash) {
      drops += 1;
      cached.delete(tokenHash);
    },
    forgetAll() {
      drops += 1;
      cached.clear();
    },
    takeSeen() {
      const taken = seen;
      seen = new Map();
      return taken;
    },
  };
}

/** Other schemes are none of the product's: a wall in front of it may ask for them. */
const isBearer = ({ headers: { authorization } }: FastifyRequest): boolean =>
  authorization !== undefined && /^Bearer\b/i.test(authorization);

/** Undefined also for several headers, of which Node would take the first (R22). */
function tokenOf({ headers, raw }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((name, i) => i % 2 === 0 && isAuthorization(name));
  if (names.length > 1) return undefined;
  return /^Bearer ([\w-]{43})$/i.exec(headers.authorization ?? "")?.[1];
}

const AUTHORIZATION = "authorization";
const isAuthorization = (name: string) =>
  name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION;

/** The hash of the request's own token; the request is known to carry one. */
export const tokenHashOf = (request: FastifyRequest): string => hashToken(tokenOf(request) ?? "");
