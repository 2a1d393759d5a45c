import { LRUCache } from "lru-cache";
import { RATE_LIMITS } from "#contract/limits.ts";
import type { Clock } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";

/** E-mails whose attempts are counted at once; the least recently tried goes first. */
const MAX_EMAILS = 50_000;

/** Runs one attempt and answers whether the password matched. Throws 429 with the time to wait. */
export type TryLogin = (email: string, matches: () => Promise<boolean>) => Promise<boolean>;

/** Limits wrong passwords per e-mail, whatever addresses they come from (R161). */
export function createLoginThrottle(clock: Clock, enabled: boolean): TryLogin {
  const { max, perSeconds } = RATE_LIMITS.failedLogin;
  const windows = new LRUCache<string, { attempts: number; endsAt: number }>({ max: MAX_EMAILS });

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
    // Counted before the result is known, or guesses made in parallel would escape the limit.
    window.attempts += 1;
    const matched = await matches().catch((error: unknown) => {
      window.attempts -= 1;
      throw error;
    });
    if (matched) windows.delete(email);
    return matched;
  };
}
