import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";

/** The argon2id library's default, as in OWASP's password storage cheat sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash takes 19 MB and a processor; one processor is left for everything else (R162). */
const CONCURRENCY = Math.min(2, Math.max(1, availableParallelism() - 1));
/** One or two seconds of work; further calls are refused with 503. */
const MAX_QUEUED = 80;

export interface Passwords {
  /** The argon2id hash to store. Throws 503 `overloaded` when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password has this hash. Takes as long without a hash, so that the time does not
   * reveal who has an account (R16). Throws 503 `overloaded` when too many wait.
   */
  matches(storedHash: string | undefined, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const limit = pLimit(CONCURRENCY);
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= MAX_QUEUED) throw new ApiError("overloaded");
    return limit(work);
  };
  const dummyHash = hash(randomBytes(16), COST);
  return {
    hash: async (password) => queued(() => hash(normalize(password), COST)),
    matches: async (storedHash, password) => {
      if (normalize(password).length > PASSWORD_LENGTH.max) return false;
      const matched = await queued(async () =>
        verify(storedHash ?? (await dummyHash), normalize(password)),
      );
      return storedHash !== undefined && matched;
    },
  };
}

/** Keyboards compose "ş" in two ways; both are the same password. */
const normalize = (password: string): string => password.normalize("NFC");
