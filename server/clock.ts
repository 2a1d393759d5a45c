/** Milliseconds since 1970; tests bring a clock of their own. */
export interface Clock {
  now(): number;
}

/** The time that the server goes by (ADR-033). */
export interface WatchedClock extends Clock {
  /** By how much the clock that decides has jumped while `now` does not follow it, otherwise 0. */
  readonly jumpMs: number;
}
