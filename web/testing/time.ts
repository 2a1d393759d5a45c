import { vi } from "vitest";

/** From here on time goes on as before, and can be let pass at once by `letPass`. */
export function holdTime(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    shouldAdvanceTime: true,
  });
}

export const letPass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
