/** The waits between failing attempts. */
export interface Backoff {
  /** Milliseconds until the next attempt. */
  next(): number;
  /** Call it when an attempt succeeds. */
  reset(): void;
}

/**
 * Waits that double with every failure, up to `longestMs`. Each is shortened or lengthened at
 * random by up to a half, so that processes that failed together do not all retry at once.
 */
export function createBackoff({ firstMs, longestMs }: Record<"firstMs" | "longestMs", number>) {
  let failures = 0;
  const backoff: Backoff = {
    next() {
      const wait = Math.min(firstMs * 2 ** failures, longestMs);
      failures += 1;
      return wait * (0.5 + Math.random());
    },
    reset() {
      failures = 0;
    },
  };
  return backoff;
}
