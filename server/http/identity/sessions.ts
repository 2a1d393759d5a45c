import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import type { Role } from "#contract/endpoints/moderation.ts";
import { ApiError } from "#server/errors.ts";
import { atMost } from "#server/limits/at-most.ts";
import { hashToken } from "#server/secret/tokens.ts";
import { measure } from "#server/telemetry/metrics.ts";
import type { Member, Veil, Viewer } from "./viewer.ts";
import type { VoterNumbers } from "./voter-numbers.reads.ts";

/** A session as stored in the database; `expiresAt` in milliseconds. */
export interface Session {
  userId: number;
  voter: VoterNumbers;
  /** As in `Member`. */
  role: Role;
  /** In milliseconds since 1970; 0 where it was never suspended. */
  suspendedUntil: number;
  missing: number;
  veil?: Veil | undefined;
  expiresAt: number;
  /** The recorded time of its last use, in milliseconds. */
  seenAt: number;
}

export interface Sessions {
  /** The caller of a request, null for a visitor. Throws 401 for a token that is not valid. */
  viewer(request: FastifyRequest): Promise<Viewer>;
  /** The same without a query; null also where the session is not in memory or has ended. */
  known(request: IncomingMessage): Viewer;
  /** When the request's session expires, in milliseconds. Throws as `viewer` does. */
  expiryOf(request: FastifyRequest): Promise<number>;
  /** Grows with each call of `forget` and `forgetAll`: until then, callers are who they were. */
  readonly forgotten: number;
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
    ...atMost(MAX_SESSIONS),
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

  /** Records that a session was used; returns undefined if it has ended. */
  function use(tokenHash: string, session: Session | undefined): Session | undefined {
    const at = now();
    if (!session || session.expiresAt <= at) return undefined;
    if (at - session.seenAt >= SEEN_EVERY_MS) {
      session.seenAt = at;
      seen.set(tokenHash, at);
    }
    return session;
  }

  async function sessionOf(request: IncomingMessage): Promise<Session> {
    const tokenHash = hashOf(request);
    const found = tokenHash && (cached.get(tokenHash) ?? (await lookUp(tokenHash)));
    const session = tokenHash && use(tokenHash, found || undefined);
    if (!session) throw new ApiError("invalid_token");
    return session;
  }

  return {
    async viewer({ raw }) {
      return isBearer(raw) ? memberOf(await sessionOf(raw), now()) : null;
    },
    known(request) {
      const tokenHash = hashOf(request);
      const session = tokenHash && use(tokenHash, cached.get(tokenHash));
      return session ? memberOf(session, now()) : null;
    },
    expiryOf: async ({ raw }) => (await sessionOf(raw)).expiresAt,
    get forgotten() {
      return drops;
    },
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

const memberOf = (session: Session, now: number): Member => ({
  ...{ id: session.userId, role: session.role, missing: session.missing },
  isSuspended: session.suspendedUntil > now,
  veil: session.veil,
  ...session.voter,
});

/** Other schemes are ignored: a firewall or proxy in front of the product may use them. */
const isBearer = ({ headers: { authorization } }: IncomingMessage): boolean =>
  authorization !== undefined && /^Bearer\b/i.test(authorization);

/** Undefined also for several headers, where Node would use the first (R22). */
function tokenOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const names = rawHeaders.filter((name, i) => i % 2 === 0 && isAuthorization(name));
  if (names.length > 1) return undefined;
  return /^Bearer ([\w-]{43})$/i.exec(headers.authorization ?? "")?.[1];
}

/** By token, of the requests of one turn of the event loop: a page makes several at once. */
let hashes: Map<string, string> | undefined;

function hashOf(request: IncomingMessage): string | undefined {
  const token = tokenOf(request);
  if (token === undefined) return undefined;
  if (!hashes) {
    hashes = new Map();
    setImmediate(() => {
      hashes = undefined;
    });
  }
  const known = hashes.get(token);
  if (known !== undefined) return known;
  const tokenHash = hashToken(token);
  hashes.set(token, tokenHash);
  return tokenHash;
}

const AUTHORIZATION = "authorization";
const isAuthorization = (name: string) =>
  name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION;

/** The hash of the request's token; only for requests that carry one. */
export const tokenHashOf = ({ raw }: FastifyRequest): string => hashOf(raw) ?? hashToken("");
