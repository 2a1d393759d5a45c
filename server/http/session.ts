import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { ApiError } from "./problem.ts";

/** A session as the database knows it; `expiresAt` in milliseconds. */
export interface Session {
  userId: number;
  expiresAt: number;
}

export interface Sessions {
  /** The caller of a request, null for a visitor. Throws 401 for a token that is not valid. */
  viewer(request: FastifyRequest): Promise<number | null>;
  /** Drops what is remembered of a token; null drops all. */
  forget(tokenHash: string | null): void;
}

const REMEMBERED = 50_000;
/** A session deleted by a process that could not tell the others is noticed after this time. */
const REMEMBERED_MS = 30_000;

/**
 * Finds the caller by the bearer token alone (never a query, cookie or body). Sessions are
 * remembered, so that most calls need no query; `find` asks the database.
 */
export function createSessions(
  find: (tokenHash: string) => Promise<Session | undefined>,
  now: () => number,
): Sessions {
  const remembered = new LRUCache<string, Session>({ max: REMEMBERED, ttl: REMEMBERED_MS });
  return {
    async viewer(request) {
      const header = request.headers.authorization;
      if (header === undefined) return null;
      const token = /^Bearer ([\w-]{43})$/i.exec(header)?.[1];
      if (!token) throw new ApiError("invalid_token");
      const hash = hashToken(token);
      let session = remembered.get(hash);
      if (!session) {
        session = await find(hash);
        if (session) remembered.set(hash, session);
      }
      if (!session || session.expiresAt <= now()) throw new ApiError("invalid_token");
      return session.userId;
    },
    forget: (hash) => (hash === null ? remembered.clear() : void remembered.delete(hash)),
  };
}

/** 256 random bits, base64url (decision 6). */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");

/** The hash of the request's own token; the request is known to carry one. */
export const tokenHashOf = (request: FastifyRequest): string =>
  hashToken(request.headers.authorization?.slice("Bearer ".length) ?? "");
