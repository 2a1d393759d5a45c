import { DAY_MS } from "#contract/durations.ts";
import { ISTANBUL_OFFSET, istanbulClock } from "#web/lib/turkish.ts";

// A moment in a form is Istanbul time: "2026-11-20", or "2026-11-20T09:30"; "T09:30" while its date
// field is being edited and still incomplete.

export const dayOf = (moment: string): string => moment.replace(/T.*$/, "");
export const timeOf = (moment: string): string => moment.replace(/^[^T]*T?/, "");
export const joinMoment = (day: string, time: string): string => (time ? `${day}T${time}` : day);

export const today = (now: number): string => dayOf(istanbulClock(now));

/** The `max` of date fields, which otherwise accept years of more than four digits. */
export const LAST_DAY = "9999-12-31";
export const YEAR_TOO_LONG = "Yılı dört basamakla yazın, örneğin 2030.";
export const isYearTooLong = (moment: string): boolean => dayOf(moment).length > LAST_DAY.length;

/** The moment `days` days later; counted from today if `moment` has no date. */
export function daysAfter(moment: string, days: number, now: number): string {
  const day = Date.parse(dayOf(moment)) || Date.parse(today(now));
  const later = new Date(day + days * DAY_MS).toISOString().slice(0, 10);
  return joinMoment(later, timeOf(moment));
}

/** Start in epoch milliseconds; null, meaning now, for a moment that is not in the future. */
export function startsAt(start: string, now: number): number | null {
  const at = Date.parse(`${dayOf(start)}T${timeOf(start) || "00:00"}${ISTANBUL_OFFSET}`);
  return at > now ? at : null;
}

/** End in epoch milliseconds; without a time, the end of the day (R53). */
export function endsAt(end: string): number {
  return Date.parse(`${dayOf(end)}T${timeOf(end) || "23:59:59"}${ISTANBUL_OFFSET}`);
}

/** The end as the API takes it; empty for an incomplete date, which the forms check on their own. */
export function endInstant(end: string): string {
  const at = endsAt(end);
  return Number.isFinite(at) ? new Date(at).toISOString() : "";
}
