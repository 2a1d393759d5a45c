/** Milliseconds since 1970; tests replace it. */
export interface Clock {
  now(): number;
}

/** The time that the server uses (ADR-033). */
export interface WatchedClock extends Clock {
  /** How far the deciding clock has jumped while `now` does not follow it, otherwise 0. */
  readonly jumpMs: number;
}
