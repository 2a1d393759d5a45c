const WINDOW_MS = 10_000;
/** A more distant database gets no more than this. */
const MAX_MS = 500;

/**
 * How far away the database is: the shortest time in which it has answered a statement in the last
 * 10 to 20 s. One that is only slow or busy still answers some statements quickly.
 */
export class Distance {
  #before = Infinity;
  #now = Infinity;
  #until = 0;

  /** Notes how many milliseconds an answer took; returns how many every answer takes at least. */
  noted(tookMs: number): number {
    const now = performance.now();
    if (now > this.#until) {
      this.#before = this.#now;
      this.#now = Infinity;
      this.#until = now + WINDOW_MS;
    }
    this.#now = Math.min(this.#now, tookMs);
    return Math.min(this.#now, this.#before, MAX_MS);
  }
}
