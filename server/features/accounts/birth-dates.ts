import { FIRST_BIRTH_YEAR, TIME_ZONE } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";

/** From the API (dd.mm.yyyy) to the database (yyyy-mm-dd). */
export const toStoredDate = (date: string): string => date.split(".").reverse().join("-");

/** From the database (yyyy-mm-dd) to the API (dd.mm.yyyy). */
export const toWireDate = (date: string): string => date.split("-").reverse().join(".");

const istanbulYear = new Intl.DateTimeFormat("en", { timeZone: TIME_ZONE, year: "numeric" });

/** Throws 422 unless the year is before this one, and 1900 or later (R32). */
export function requireBirthYear(date: string, now: number): void {
  const year = Number(date.slice(-4));
  if (year >= FIRST_BIRTH_YEAR && year < Number(istanbulYear.format(now))) return;
  throw new ApiError("validation_failed", {
    fields: { birth_date: "Lütfen doğum yılınızı kontrol edin." },
  });
}
