import { hash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { ApiError } from "#server/errors.ts";

/** A session as the database knows it; `expiresAt` in milliseconds. */
export interface Session {
  userId: number;
  expiresAt: number;
}

export interface Sessions {
  /** The caller of a request, null for a visitor. Throws 401 for a token that is not valid. */
  viewer(request: FastifyRequest): Promise<number | null>;
  /** Drops what is remembered of a token. */
  forget(tokenHash: string): void;
  /** Drops all that is remembered. */
  forgetAll(): void;
}

const REMEMBERED = 50_000;
/** A session that was deleted by hand, without a word to this process, is noticed after this time. */
const REMEMBERED_MS = 300_000;

/**
 * Finds the caller by the bearer token alone (never a query, cookie or body). Sessions are
 * remembered, so that most calls need no query; `find` asks the database.
 */
export function createSessions(
  find: (tokenHash: string) => Promise<Session | undefined>,
  now: () => number,
): Sessions {
  const remembered = new LRUCache<string, Session>({
    max: REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: 1000,
  });
  let timesForgotten = 0;

  async function look(tokenHash: string): Promise<Session | undefined> {
    const before = timesForgotten;
    const session = await find(tokenHash);
    // One that ended while it was being looked for must not be remembered.
    if (session && before === timesForgotten) remembered.set(tokenHash, session);
    return session;
  }

  return {
    async viewer(request) {
      if (request.headers.authorization === undefined) return null;
      const token = tokenOf(request);
      const tokenHash = token && hashToken(token);
      const session = tokenHash && (remembered.get(tokenHash) ?? (await look(tokenHash)));
      if (!session || session.expiresAt <= now()) throw new ApiError("invalid_token");
      return session.userId;
    },
    forget(tokenHash) {
      timesForgotten += 1;
      remembered.delete(tokenHash);
    },
    forgetAll() {
      timesForgotten += 1;
      remembered.clear();
    },
  };
}

/** Node reads the first of several headers; two tokens are none. */
function tokenOf({ headers, raw }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((name, i) => i % 2 === 0 && isAuthorization(name));
  if (names.length > 1) return undefined;
  return /^Bearer ([\w-]{43})$/i.exec(headers.authorization ?? "")?.[1];
}

const AUTHORIZATION = "authorization";
const isAuthorization = (name: string) =>
  name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION;

/** 256 random bits, base64url (R19). */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): string => hash("sha256", token, "base64url");

/** The hash of the request's own token; the request is known to carry one. */
export const tokenHashOf = (request: FastifyRequest): string => hashToken(tokenOf(request) ?? "");
