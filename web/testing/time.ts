import { vi } from "vitest";

/** From here on time goes on as before, and can be let pass at once by `letPass`. */
export function holdTime(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    shouldAdvanceTime: true,
  });
}

export const letPass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** As for a page that was out of sight meanwhile: clocks have gone on, timers begin to again. */
export function jumpAhead(ms: number): Promise<unknown> {
  vi.setSystemTime(Date.now() + ms);
  return letPass(1000);
}
