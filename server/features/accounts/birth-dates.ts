import { BIRTH_YEARS, TIME_ZONE } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";

/** From the API (dd.mm.yyyy) to the database (yyyy-mm-dd). */
export const toStoredDate = (date: string): string => date.split(".").reverse().join("-");

/** From the database (yyyy-mm-dd) to the API (dd.mm.yyyy). */
export const toWireDate = (date: string): string => date.split("-").reverse().join(".");

const istanbulYear = new Intl.DateTimeFormat("en", { timeZone: TIME_ZONE, year: "numeric" });

/** Throws 422 unless the year is one of the 70 before this one (R32). */
export function requireBirthYear(date: string, now: number): void {
  const age = Number(istanbulYear.format(now)) - Number(date.slice(-4));
  if (age >= 1 && age <= BIRTH_YEARS) return;
  throw new ApiError("validation_failed", {
    fields: { birth_date: "Lütfen doğum yılınızı kontrol edin." },
  });
}
