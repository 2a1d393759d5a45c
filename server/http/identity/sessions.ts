import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { ApiError } from "#server/errors.ts";
import { hashToken } from "#server/secret/tokens.ts";
import { measure } from "#server/telemetry/metrics.ts";
import type { Viewer } from "./viewer.ts";
import type { VoterNumbers } from "./voter-numbers.reads.ts";

/** A session as stored in the database; `expiresAt` in milliseconds. */
export interface Session {
  userId: number;
  voter: VoterNumbers;
  expiresAt: number;
  /** The recorded time of its last use, in milliseconds. */
  seenAt: number;
}

export interface Sessions {
  /** The caller of a request, null for a visitor. Throws 401 for a token that is not valid. */
  viewer(request: FastifyRequest): Promise<Viewer>;
  /** When the request's session expires, in milliseconds. Throws as `viewer` does. */
  expiryOf(request: FastifyRequest): Promise<number>;
  /** Removes a token from the cache, so that its next request reads the session again. */
  forget(tokenHash: string): void;
  /** The same for every token. */
  forgetAll(): void;
  /** Calls `listener` after a token was forgotten, with its hash, and with null after all were. */
  onForgotten(listener: (tokenHash: string | null) => void): void;
  /** By token hash, when sessions were used since the last call; each at most once an hour. */
  takeSeen(): Map<string, number>;
}

const MAX_SESSIONS = 50_000;
/** How long a session stays valid here after it was deleted in the database without notice. */
const MAX_AGE_MS = 5 * MINUTE_MS;
/** How often a session's last use is recorded, so that nearly all calls write nothing. */
const SEEN_EVERY_MS = HOUR_MS;

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
  const listeners: ((tokenHash: string | null) => void)[] = [];
  let drops = 0;
  let seen = new Map<string, number>();

  async function lookUp(tokenHash: string): Promise<Session | undefined> {
    const before = drops;
    const session = await find(tokenHash);
    // A session that ended during the query must not be cached.
    if (session && before === drops) cached.set(tokenHash, session);
    return session;
  }

  async function sessionOf(request: FastifyRequest): Promise<Session> {
    const token = tokenOf(request);
    const tokenHash = token && hashToken(token);
    const session = tokenHash && (cached.get(tokenHash) ?? (await lookUp(tokenHash)));
    const at = now();
    if (!session || session.expiresAt <= at) throw new ApiError("invalid_token");
    if (at - session.seenAt >= SEEN_EVERY_MS) {
      session.seenAt = at;
      seen.set(tokenHash, at);
    }
    return session;
  }

  return {
    async viewer(request) {
      if (!isBearer(request)) return null;
      const { userId, voter } = await sessionOf(request);
      return { id: userId, role: "member", ...voter };
    },
    expiryOf: async (request) => (await sessionOf(request)).expiresAt,
    forget(tokenHash) {
      drops += 1;
      cached.delete(tokenHash);
      for (const listener of listeners) listener(tokenHash);
    },
    forgetAll() {
      drops += 1;
      cached.clear();
      for (const listener of listeners) listener(null);
    },
    onForgotten: (listener) => void listeners.push(listener),
    takeSeen() {
      const taken = seen;
      seen = new Map();
      return taken;
    },
  };
}

/** Other schemes are ignored: a firewall or proxy in front of the product may use them. */
const isBearer = ({ headers: { authorization } }: FastifyRequest): boolean =>
  authorization !== undefined && /^Bearer\b/i.test(authorization);

/** Undefined also for several headers, where Node would use the first (R22). */
function tokenOf({ headers, raw }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((name, i) => i % 2 === 0 && isAuthorization(name));
  if (names.length > 1) return undefined;
  return /^Bearer ([\w-]{43})$/i.exec(headers.authorization ?? "")?.[1];
}

const AUTHORIZATION = "authorization";
const isAuthorization = (name: string) =>
  name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION;

/** The hash of the request's token; only for requests that carry one. */
export const tokenHashOf = (request: FastifyRequest): string => hashToken(tokenOf(request) ?? "");
