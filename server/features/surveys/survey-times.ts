import { DAY_MS } from "#contract/durations.ts";
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

/** Stands for no end. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Returns the end that was planned when voting began, in milliseconds, if the survey's next end is
 * another one, otherwise null. A later end counts as planned if it is at least a day away (R450):
 * postponing it by minutes would let the owner wait for a single vote.
 */
export function plannedEnd(
  { expire_time, planned_end }: { expire_time: number | null; planned_end: number | null },
  next: { expire_time: number | null },
  now: number,
): number | null {
  const planned = planned_end ?? expire_time ?? NEVER;
  const end = next.expire_time ?? NEVER;
  return end === planned || (end > planned && end >= now + DAY_MS) ? null : planned;
}

function refuse(field: string, message: string): never {
  throw new ApiError("validation_failed", { fields: { [field]: message } });
}
