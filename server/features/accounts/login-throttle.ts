import { LRUCache } from "lru-cache";
import { RATE_LIMITS } from "#contract/limits.ts";
import type { Clock } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";

/** E-mails remembered at most; whoever was tried longest ago is forgotten first. */
const REMEMBERED = 50_000;

/** Makes one attempt and answers whether it succeeded. Throws 429 with the time to wait. */
export type TryLogin = (email: string, matches: () => Promise<boolean>) => Promise<boolean>;

/** Limits wrong passwords for one e-mail, from wherever they come (R161). */
export function createFailedLogins(clock: Clock, enabled: boolean): TryLogin {
  const { max, perSeconds } = RATE_LIMITS.failedLogin;
  const windows = new LRUCache<string, { attempts: number; endsAt: number }>({ max: REMEMBERED });

  function openWindow(email: string) {
    const now = clock.now();
    let window = windows.get(email);
    if (!window || window.endsAt <= now) {
      window = { attempts: 0, endsAt: now + perSeconds * 1000 };
      windows.set(email, window);
    }
    if (window.attempts < max) return window;
    const retryAfterSeconds = Math.ceil((window.endsAt - now) / 1000);
    throw new ApiError("too_many_requests", { retryAfterSeconds });
  }

  return async (email, matches) => {
    if (!enabled) return matches();
    const window = openWindow(email);
    // Counted before it is found wrong, so that many guesses at once gain nothing.
    window.attempts += 1;
    const matched = await matches().catch((error: unknown) => {
      window.attempts -= 1;
      throw error;
    });
    if (matched) windows.delete(email);
    return matched;
  };
}
