import { RATE_LIMITS } from "#contract/limits.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { AppContext } from "#server/app-context.ts";
import { tooMany } from "#server/http/limits/rate-limits.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import type { Counter } from "#server/limits/hit-counts.ts";

/** Whose password is tried, and from where. */
interface Attempt {
  email: string;
  /** An address's network, or a browser that the owner of the e-mail signed in from. */
  from: string;
  /** Whether the owner signed in from there before. */
  isKnown: () => Promise<boolean>;
}

/** Runs one attempt and answers whether the password matched. Throws 429 with the time to wait. */
export type TryLogin = (attempt: Attempt, matches: () => Promise<boolean>) => Promise<boolean>;

/** Of somebody who is signed in already. */
export const ownSession = (email: string, address: string): Attempt => ({
  email,
  from: networkOf(address),
  isKnown: async () => true,
});

/**
 * Limits wrong passwords of a mailbox by the address that they come from, and more widely in all
 * (R161). Then its owner still signs in from known addresses, and always from known browsers; all
 * others together may try once a minute. E-mails without an account are treated alike.
 */
export function createLoginThrottle({
  config,
  sharedCounts,
}: Pick<AppContext, "config" | "sharedCounts">): TryLogin {
  /** Counted before the result is known, or guesses made in parallel would escape the limit. */
  async function count({ email, from, isKnown }: Attempt): Promise<Counted> {
    const address = canonicalAddress(email);
    const here = counter("failedLogin", `${address} from ${from}`);
    const inAll = counter("failedLoginInAll", address);
    const elsewhere = counter("failedLoginElsewhere", address);
    const refused = await sharedCounts.take([here, inAll]);
    if (!refused) return { here, others: [inAll] };
    if (refused.counter === here) throw tooMany(refused.waitMs);
    const others = (await isKnown()) ? [] : [elsewhere];
    const refusedAgain = await sharedCounts.take([here, ...others]);
    if (refusedAgain) throw tooMany(refusedAgain.waitMs);
    return { here, others };
  }

  return async (attempt, matches) => {
    if (!config.rateLimits) return matches();
    const { here, others } = await count(attempt);
    const matched = await matches().catch(async (error: unknown) => {
      await sharedCounts.giveBack([here, ...others]);
      throw error;
    });
    if (matched) await sharedCounts.giveBack(others, [here]);
    return matched;
  };
}

interface Counted {
  here: Counter;
  others: Counter[];
}

const counter = (
  limit: "failedLogin" | "failedLoginInAll" | "failedLoginElsewhere",
  whose: string,
): Counter => ({ key: `${limit} ${whose}`, ...RATE_LIMITS[limit] });
