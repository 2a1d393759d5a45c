import { ApiError } from "#server/errors.ts";

/** The last moment that is accepted, so that a year has four digits. */
const LATEST = Date.UTC(9999, 11, 31);

/**
 * Returns when a survey begins and ends, in milliseconds: an absent or past start means now, no end
 * means open-ended. Throws 422 naming the field if the end is not after both (R53).
 */
export function surveyTimes(
  times: { start: number | null; end: number | null },
  now: number,
): { start_time: number; expire_time: number | null } {
  const start = Math.max(times.start ?? now, now);
  if (start > LATEST) refuse("start_time", "Lütfen geçerli bir tarih girin.");
  if (times.end === null) return { start_time: start, expire_time: null };
  if (times.end > LATEST) refuse("expire_time", "Lütfen geçerli bir tarih girin.");
  if (times.end <= now) refuse("expire_time", "Bitiş tarihi gelecekte olmalıdır.");
  if (times.end <= start) refuse("expire_time", "Bitiş tarihi başlangıçtan sonra olmalıdır.");
  return { start_time: start, expire_time: times.end };
}

function refuse(field: string, message: string): never {
  throw new ApiError("validation_failed", { fields: { [field]: message } });
}
