import { TIME_ZONE } from "#contract/limits.ts";

const day = new Intl.DateTimeFormat("tr-TR", {
  timeZone: TIME_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const dayAndTime = new Intl.DateTimeFormat("tr-TR", {
  timeZone: TIME_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const number = new Intl.NumberFormat("tr-TR");
const compact = new Intl.NumberFormat("tr-TR", { notation: "compact", maximumFractionDigits: 1 });

/** ISO 8601 → "29.10.2026" as clocks in Istanbul have it (decision 19). */
export const formatDate = (iso: string): string => day.format(new Date(iso));

/** ISO 8601 → "29.10.2026 09:30". */
export const formatDateTime = (iso: string): string => dayAndTime.format(new Date(iso));

/** A survey's end; null is "Süresiz" (spec §3). */
export const formatEnd = (iso: string | null): string => (iso ? formatDate(iso) : "Süresiz");

/** 12345 → "12.345" */
export const formatNumber = (value: number): string => number.format(value);

/** 12345 → "12,3 B", where space is short. */
export const formatCompact = (value: number): string => compact.format(value);

/** Turkish casing (İ/i, I/ı) for words people read; never for nicknames or e-mail addresses. */
export const upperCase = (text: string): string => text.toLocaleUpperCase("tr-TR");
export const lowerCase = (text: string): string => text.toLocaleLowerCase("tr-TR");
