import { RATE_LIMITS } from "#contract/limits.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { AppContext } from "#server/app-context.ts";
import { tooMany } from "#server/http/limits/rate-limits.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import type { Counter } from "#server/limits/hit-counts.ts";

/** Whose password is tried, and from where. */
interface Attempt {
  email: string;
  /** The network of an address, or a browser that the owner of the e-mail has signed in from. */
  from: string;
  /** Whether the owner has signed in from there before. */
  isKnown: () => Promise<boolean>;
}

/** Runs one attempt and returns whether the password matched. Throws 429 with the time to wait. */
export type TryLogin = (attempt: Attempt, matches: () => Promise<boolean>) => Promise<boolean>;

/** An attempt of somebody who is already signed in. */
export const ownSession = (email: string, address: string): Attempt => ({
  email,
  from: networkOf(address),
  isKnown: async () => true,
});

/**
 * Limits wrong passwords for a mailbox by the address that they come from, and more loosely in
 * total (R161). Beyond the total, the owner still signs in from known addresses, and always from
 * known browsers; all others together may try once a minute. E-mails without an account are treated
 * alike.
 */
export function createLoginThrottle({
  config,
  sharedCounts,
}: Pick<AppContext, "config" | "sharedCounts">): TryLogin {
  /** Counted before the result is known; otherwise parallel guesses would escape the limit. */
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
