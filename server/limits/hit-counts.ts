/** At most `max` hits in a window that begins with the first of them. */
export interface Counter {
  key: string;
  max: number;
  perSeconds: number;
}

/** Counts in the memory of this process; `now` is in milliseconds. */
interface HitCounts {
  readonly size: number;
  /**
   * Counts a hit on all of these, or on none if one is used up. Returns the milliseconds until none
   * is used up, otherwise 0.
   */
  take(counters: readonly Counter[], now: number): number;
  /** Counts hits on all of these, even beyond their maximum. */
  charge(counters: readonly Counter[], hits: number, now: number): void;
}

const MAX_COUNTS = 20_000;
/** How many counts are compared to drop the one with the fewest hits; all would take too long. */
const LOOKED_AT = 32;

interface Count {
  hits: number;
  max: number;
  endsAt: number;
}

/**
 * Holds at most `capacity` counts. When there is no room, the one with the fewest hits is dropped,
 * but never one that is used up, so that no number of others resets it. Where all are used up, a
 * new one is not counted; the wider networks around it still are.
 */
export function createHitCounts(capacity = MAX_COUNTS): HitCounts {
  const counts = new Map<string, Count>();
  let hand = counts.entries();

  function find(key: string, now: number): Count | undefined {
    const count = counts.get(key);
    if (count && count.endsAt <= now) counts.delete(key);
    else return count;
  }

  function makeRoom(now: number): boolean {
    let least: { key: string; hits: number } | undefined;
    for (let i = 0; i < LOOKED_AT; i++) {
      const [key, { hits, max, endsAt }] = nextCount();
      if (endsAt <= now) return counts.delete(key);
      if (hits < max && !(least && least.hits <= hits)) least = { key, hits };
    }
    return least !== undefined && counts.delete(least.key);
  }

  /** Cycles through the counts, of which there must be one. */
  function nextCount(): [string, Count] {
    const next = hand.next();
    if (!next.done) return next.value;
    hand = counts.entries();
    return nextCount();
  }

  function charge(counters: readonly Counter[], hits: number, now: number): void {
    for (const { key, max, perSeconds } of counters) {
      const count = find(key, now);
      if (count) count.hits += hits;
      else if (counts.size < capacity || makeRoom(now)) {
        counts.set(key, { hits, max, endsAt: now + perSeconds * 1000 });
      }
    }
  }

  return {
    get size() {
      return counts.size;
    },
    take(counters, now) {
      let waitMs = 0;
      for (const { key } of counters) {
        const count = find(key, now);
        if (count && count.hits >= count.max) waitMs = Math.max(waitMs, count.endsAt - now);
      }
      if (waitMs === 0) charge(counters, 1, now);
      return waitMs;
    },
    charge,
  };
}
