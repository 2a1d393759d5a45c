import type { MockTracker } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

/** A test's hold on the intervals of a server. */
export interface Seconds {
  pass(seconds?: number): void;
  /** Lets seconds pass until an event: a slow database delays it by more than one. */
  passUntil<T>(event: Promise<T>): Promise<T>;
}

/**
 * Mocks the intervals of a second or more. Shorter ones measure how long a database or another
 * program is silent: if a test moved them, the server would give up what has only begun.
 */
export function mockSeconds(mocks: MockTracker): Seconds {
  const real = { setInterval, clearInterval };
  mocks.timers.enable({ apis: ["setInterval"] });
  const mocked = { setInterval, clearInterval };
  const set = (run: () => void, ms = 0) => (ms < 1000 ? real : mocked).setInterval(run, ms);
  mocks.method(globalThis, "setInterval", set as typeof setInterval);
  mocks.method(globalThis, "clearInterval", (timer: NodeJS.Timeout | undefined) => {
    real.clearInterval(timer);
    mocked.clearInterval(timer);
  });
  const pass = (seconds = 1) => mocks.timers.tick(seconds * 1000);
  return {
    pass,
    async passUntil(event) {
      let isThere = false;
      const seen = event.finally(() => {
        isThere = true;
      });
      while (!isThere) {
        pass();
        await wait(20);
      }
      return seen;
    },
  };
}
