import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { MISSED_READ_COST, RATE_LIMITS, type RateLimitName } from "#contract/limits.ts";
import type { Clock } from "#server/clock.ts";
import type { SharedCounts } from "#server/db/shared-counts.ts";
import { ApiError } from "#server/errors.ts";
import { atMost } from "#server/limits/at-most.ts";
import { type Counter, createHitCounts } from "#server/limits/hit-counts.ts";
import { networkOf, networksOf } from "../server/client-ip.ts";

/** The account that calls, or the network where nobody is signed in. */
interface Caller {
  viewer: { readonly id: number } | null;
  address: string;
}

export interface RateLimits {
  /** Counts a call, or throws 429 with the time to wait and counts nothing. */
  take(limit: RateLimitName, caller: Caller): Promise<void>;
  /**
   * Counts the reading of a survey or person, `thing`, unless the caller has just read it. Throws
   * 429 as `take` does, and what `read` throws; a 404 counts several times.
   */
  reading<T>(caller: Caller, thing: string, read: () => Promise<T>): Promise<T>;
  /**
   * Counts a registration as one with a proof of work instead, for which a network's limit is
   * higher. Throws 429 as `take` does.
   */
  registerProven(address: string): Promise<void>;
}

/**
 * Multiples of the limit of one address or account, for the networks around an address, narrowest
 * first: IPv4 address and /24; IPv6 /64, /56 and /48. Providers give a home a /56 and often a /48,
 * while a /24 is hundreds of subscribers. One mobile network address may be thousands of members.
 */
const TIMES = {
  visitor: { ipv4: [1, 8], ipv6: [1, 2, 3], all: 500 },
  member: { ipv4: [10, 100], ipv6: [10, 20, 100], all: 5000 },
};
/** These protect accounts, so they are counted across all servers. */
const SHARED: ReadonlySet<RateLimitName> = new Set(["login", "register", "forgot"]);
const REMEMBERED_READS = 50_000;

export function createRateLimits(
  clock: Clock,
  shared: Pick<SharedCounts, "take" | "giveBack">,
  capacity?: number,
): RateLimits {
  const names = Object.keys(RATE_LIMITS) as RateLimitName[];
  const counts = new Map(names.map((name) => [name, createHitCounts(capacity)]));
  /** By caller and thing: until when reading it again is not counted. */
  const reads = new LRUCache<string, number>(atMost(REMEMBERED_READS));

  async function take(limit: RateLimitName, caller: Caller): Promise<void> {
    const counters = countersOf(limit, caller);
    const waitMs = SHARED.has(limit)
      ? ((await shared.take(counters))?.waitMs ?? 0)
      : (counts.get(limit)?.take(counters, clock.now()) ?? 0);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  return {
    take,
    async registerProven(address) {
      const caller = { viewer: null, address };
      // The last counter, of all callers together, stays as it is.
      await shared.giveBack(countersOf("register", caller).slice(0, -1));
      const usedUp = await shared.take(countersOf("provenRegister", caller).slice(0, -1));
      if (usedUp) throw tooMany(usedUp.waitMs);
    },
    async reading(caller, thing, read) {
      const key = `${caller.viewer?.id ?? networkOf(caller.address)} ${thing}`;
      if ((reads.get(key) ?? 0) > clock.now()) return read();
      await take("read", caller);
      reads.set(key, clock.now() + RATE_LIMITS.read.perSeconds * 1000);
      return read().catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) {
          const counters = countersOf("read", caller);
          counts.get("read")?.charge(counters, MISSED_READ_COST - 1, clock.now());
        }
        throw error;
      });
    },
  };
}

/** `RateLimits.reading` for a visitor's request. */
export type Reading = <T>(
  request: IncomingMessage,
  thing: string,
  read: () => Promise<T>,
) => Promise<T>;

/** Without limits nothing is counted. */
export const readingOf =
  (limits: RateLimits | false, clientIpOf: (request: IncomingMessage) => string): Reading =>
  (request, thing, read) =>
    limits ? limits.reading({ viewer: null, address: clientIpOf(request) }, thing, read) : read();

/** Reads a thing for one caller, and counts that as `RateLimits.reading` does. */
export type CountedReading = <T>(thing: string, read: () => Promise<T>) => Promise<T>;

export const readingBy = (limits: RateLimits | false, caller: Caller): CountedReading =>
  limits ? (thing, read) => limits.reading(caller, thing, read) : uncounted;

/** For what was counted before, as in pages, which count what their address names. */
export const uncounted: CountedReading = (_, read) => read();

/** `words` replaces the message of the code. */
export const tooMany = (waitMs: number, words?: string): ApiError =>
  new ApiError("too_many_requests", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    ...(words !== undefined && { words }),
  });

/** What a call counts for: the account, the networks around the address, and all callers. */
export function countersOf(limit: RateLimitName, { viewer, address }: Caller): Counter[] {
  const { max, perSeconds } = RATE_LIMITS[limit];
  const networks = networksOf(address);
  const kind = viewer ? "member" : "visitor";
  const times = TIMES[kind][networks.length > 2 ? "ipv6" : "ipv4"];
  const counter = (who: string, factor: number): Counter => ({
    key: `${limit} ${kind} ${who}`,
    max: max * factor,
    perSeconds,
  });
  return [
    ...(viewer ? [counter(`account ${viewer.id}`, 1)] : []),
    ...networks.map((network, i) => counter(network, times[i] ?? 1)),
    counter("all", TIMES[kind].all),
  ];
}
