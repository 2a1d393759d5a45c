import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";

// Written by hand: creating Intl formatters costs a phone a tenth of a second.

/** Turkey has kept this offset all year since 2016. */
export const ISTANBUL_OFFSET = "+03:00";
const OFFSET_MS = 3 * HOUR_MS;

/** Milliseconds since 1970 → Istanbul time, "2026-10-29T09:30". */
export const istanbulClock = (at: number): string =>
  new Date(at + OFFSET_MS).toISOString().slice(0, 16);

/** ISO 8601 → "29.10.2026" in Istanbul time (R152). */
export const formatDate = (iso: string): string =>
  istanbulClock(Date.parse(iso)).slice(0, 10).split("-").reverse().join(".");

/** ISO 8601 → "29.10.2026 09:30". */
export const formatDateTime = (iso: string): string =>
  `${formatDate(iso)} ${istanbulClock(Date.parse(iso)).slice(11)}`;

/** A survey's end, "Bitiş: 29.10.2026"; null is "Süresiz" (R43). */
export const formatEnd = (iso: string | null): string =>
  iso ? `Bitiş: ${formatDate(iso)}` : "Süresiz";

/** A whole number with grouped digits: 12345 → "12.345". */
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(\d{3})+$)/g, ".");
const UNITS = [
  [DAY_MS, "gün"],
  [HOUR_MS, "saat"],
  [MINUTE_MS, "dakika"],
] as const;
const DAYS_COUNTED = 60;

/**
 * When a survey ends: "21 gün kaldı" while that is near, otherwise its date, or "Süresiz". Passes
 * the moment at which this changes to `trueUntil`, in milliseconds since 1970.
 */
export function formatTimeLeft(
  iso: string | null,
  now: number,
  trueUntil: (moment: number) => void = () => undefined,
): string {
  const end = Date.parse(iso ?? "");
  const left = end - now;
  if (left > DAYS_COUNTED * DAY_MS) trueUntil(end - DAYS_COUNTED * DAY_MS);
  if (!(left > 0 && left <= DAYS_COUNTED * DAY_MS)) return formatEnd(iso);
  const [ms, unit] = UNITS.find(([ms]) => left >= ms) ?? [];
  if (!ms) {
    trueUntil(end);
    return "1 dakikadan az kaldı";
  }
  const count = Math.floor(left / ms);
  trueUntil(end - count * ms + 1);
  return `${count} ${unit} kaldı`;
}
