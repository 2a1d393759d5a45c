import type { WatchedClock } from "#server/clock.ts";

/** Stands still until a test moves it. */
export class TestClock implements WatchedClock {
  #now: number;

  constructor(start = "2026-03-14T09:00:00Z") {
    this.#now = Date.parse(start);
  }

  readonly jumpMs = 0;

  now(): number {
    return this.#now;
  }

  set(instant: string | number): void {
    this.#now = new Date(instant).getTime();
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** The instant `milliseconds` from now, as the API sends it. */
  iso(milliseconds = 0): string {
    return new Date(this.#now + milliseconds).toISOString();
  }
}
