import { vi } from "vitest";

/** Installs fake timers that keep running; `letPass` advances them at once. */
export function holdTime(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    shouldAdvanceTime: true,
  });
}

export const letPass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** As for a page that returns from the background: the clock has moved on, its timers have not. */
export function jumpAhead(ms: number): Promise<unknown> {
  vi.setSystemTime(Date.now() + ms);
  return letPass(1000);
}
