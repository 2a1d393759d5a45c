import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { TIME_ZONE } from "#contract/limits.ts";
import type { Clock } from "#server/clock.ts";

/** Milliseconds since 1970, UTC. */
export type Millis = number;

/** Milliseconds since 1970 as ISO 8601 in UTC, as the API has it (R151). */
export const toTimestamp = (millis: Millis): string => new Date(millis).toISOString();

const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE });
/** yyyy-mm-dd */
export const dayInTurkey = (now: Millis): string => calendar.format(now);
/** "29.10.2026 09:30" in Türkiye, which has no daylight saving time. */
export const momentInTurkey = (at: Millis): string => {
  const clock = new Date(at + 3 * HOUR_MS).toISOString().slice(11, 16);
  return `${dayInTurkey(at).split("-").reverse().join(".")} ${clock}`;
};
/** 0 to 23 in Türkiye, which has no daylight saving time. */
export const hourInTurkey = (now: Millis): number => new Date(now + 3 * HOUR_MS).getUTCHours();
/** When the day after that of `now` begins in Türkiye, which has no daylight saving time. */
export const nextDayInTurkey = (now: Millis): Millis =>
  Date.parse(`${dayInTurkey(now + DAY_MS)}T00:00:00+03:00`);

/** From this age on people may see surveys for adults, in years. */
const ADULT_AGE = 18;

/** The day in Türkiye as statements compare it with birth dates. */
export class Calendar {
  #clock: Clock | undefined;

  /** Until this is called nobody is an adult. */
  follow(clock: Clock): void {
    this.#clock = clock;
  }

  /** The birth date (yyyy-mm-dd) of those who become adults today; people born later are none. */
  adultsBornBy(): string {
    if (!this.#clock) return "";
    const [year, ...day] = dayInTurkey(this.#clock.now()).split("-");
    return [Number(year) - ADULT_AGE, ...day].join("-");
  }
}
