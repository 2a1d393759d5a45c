import { LRUCache } from "lru-cache";
import { RATE_LIMITS } from "#contract/limits.ts";
import type { Clock } from "#server/house.ts";
import { ApiError } from "#server/http/problem.ts";

/** E-mails remembered at most; whoever was tried longest ago is forgotten first. */
const REMEMBERED = 50_000;

export interface FailedLogins {
  /** Counts an attempt before it is made. Throws 429 with the time to wait after too many. */
  attempt(email: string): void;
  /** The attempt succeeded, and those before it do not count any more. */
  forgive(email: string): void;
}

/** Limits wrong passwords for one e-mail, from wherever they come (quality A2). */
export function createFailedLogins(clock: Clock, enabled: boolean): FailedLogins {
  const { max, perSeconds } = RATE_LIMITS.failedLogin;
  const windows = new LRUCache<string, { attempts: number; endsAt: number }>({ max: REMEMBERED });
  return {
    attempt(email) {
      if (!enabled) return;
      const now = clock.now();
      let window = windows.get(email);
      if (!window || window.endsAt <= now) {
        window = { attempts: 0, endsAt: now + perSeconds * 1000 };
        windows.set(email, window);
      }
      if (window.attempts >= max) {
        const retryAfterSeconds = Math.ceil((window.endsAt - now) / 1000);
        throw new ApiError("too_many_requests", { retryAfterSeconds });
      }
      window.attempts += 1;
    },
    forgive: (email) => void windows.delete(email),
  };
}
