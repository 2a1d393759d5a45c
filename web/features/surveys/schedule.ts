import { ISTANBUL_OFFSET, istanbulClock } from "#web/lib/turkish.ts";

// A moment in a form is a text of Istanbul's clocks: "2026-11-20", or "2026-11-20T09:30"; "T09:30"
// while its day is written anew.

export const dayOf = (moment: string): string => moment.replace(/T.*$/, "");
export const timeOf = (moment: string): string => moment.replace(/^[^T]*T?/, "");
export const joinMoment = (day: string, time: string): string => (time ? `${day}T${time}` : day);

export const today = (now: number): string => dayOf(istanbulClock(now));

/** The last day there is in a form, whose year one may otherwise write with more digits. */
export const LAST_DAY = "9999-12-31";
export const YEAR_TOO_LONG = "Yılı dört basamakla yazın, örneğin 2030.";
export const isYearTooLong = (moment: string): boolean => dayOf(moment).length > LAST_DAY.length;

/** When a survey starts, in milliseconds; null is "now": today, or a time that has passed. */
export function startsAt(start: string, now: number): number | null {
  const at = Date.parse(`${dayOf(start)}T${timeOf(start) || "00:00"}${ISTANBUL_OFFSET}`);
  return at > now ? at : null;
}

/** When a survey ends, in milliseconds; without a time at the end of the day (R53). */
export function endsAt(end: string): number {
  return Date.parse(`${dayOf(end)}T${timeOf(end) || "23:59:59"}${ISTANBUL_OFFSET}`);
}
