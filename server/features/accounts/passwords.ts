import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";

/** Argon2id, the library's default kind, as OWASP's password storage cheat sheet has it. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes 19 MB and a processor; one is left to the rest of the product (R162). */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** One or two seconds of work; who comes later is told to come back. */
const LONGEST_QUEUE = 80;

export interface Passwords {
  /** The hash to keep. Throws 503 `overloaded` when too many wait. */
  hash(password: string): Promise<string>;
  /** Takes as long without a kept hash, so that nobody learns who has an account (R16). */
  matches(kept: string | undefined, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const limit = pLimit(AT_ONCE);
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= LONGEST_QUEUE) throw new ApiError("overloaded");
    return limit(work);
  };
  const nobodys = hash(randomBytes(16), COST);
  return {
    hash: async (password) => inTurn(() => hash(typed(password), COST)),
    matches: async (kept, password) => {
      if (typed(password).length > PASSWORD_LENGTH.max) return false;
      const matched = await inTurn(async () => verify(kept ?? (await nobodys), typed(password)));
      return kept !== undefined && matched;
    },
  };
}

/** Keyboards may compose "ş" in two ways; it is the same password. */
const typed = (password: string): string => password.normalize("NFC");
