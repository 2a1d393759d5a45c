import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";

const relative = new Intl.RelativeTimeFormat("tr", { numeric: "auto" });
const steps = [
  { unit: "second", ms: 1000 },
  { unit: "minute", ms: MINUTE_MS },
  { unit: "hour", ms: HOUR_MS },
  { unit: "day", ms: DAY_MS },
  { unit: "month", ms: 30 * DAY_MS },
  { unit: "year", ms: 365 * DAY_MS },
] as const;

/** ISO 8601 → "5 dakika önce", in the largest unit that has passed at least once. */
export function timeAgo(iso: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(iso));
  const { unit, ms } = steps.findLast((step) => passed >= step.ms) ?? steps[0];
  return relative.format(-Math.floor(passed / ms), unit);
}
