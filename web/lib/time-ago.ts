const relative = new Intl.RelativeTimeFormat("tr", { numeric: "auto" });
const steps = [
  { unit: "second", ms: 1000 },
  { unit: "minute", ms: 60_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "day", ms: 86_400_000 },
  { unit: "month", ms: 30 * 86_400_000 },
  { unit: "year", ms: 365 * 86_400_000 },
] as const;

/** ISO 8601 → "5 dakika önce", in the largest unit that has passed at least once. */
export function timeAgo(iso: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(iso));
  const { unit, ms } = steps.findLast((step) => passed >= step.ms) ?? steps[0];
  return relative.format(-Math.floor(passed / ms), unit);
}
