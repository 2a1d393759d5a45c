import { TIME_ZONE } from "#contract/limits.ts";

// A moment in a form is a text of Istanbul's clocks: "2026-11-20", or "2026-11-20T09:30".

const dayFormat = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE });
/** Turkey has kept this offset all year since 2016. */
const OFFSET = "+03:00";

export const dayOf = (moment: string): string => moment.slice(0, 10);
export const timeOf = (moment: string): string => moment.slice(11);
export const joinMoment = (day: string, time: string): string =>
  day && time ? `${day}T${time}` : day;

export const today = (now: number): string => dayFormat.format(now);

/** When a survey starts, in milliseconds; null is "now": today, or a time that has passed. */
export function startsAt(start: string, now: number): number | null {
  const at = Date.parse(`${dayOf(start)}T${timeOf(start) || "00:00"}${OFFSET}`);
  return at <= now ? null : at;
}

/** When a survey ends, in milliseconds; without a time at the end of the day (decision 19). */
export function endsAt(end: string): number {
  return Date.parse(`${dayOf(end)}T${timeOf(end) || "23:59:59"}${OFFSET}`);
}
