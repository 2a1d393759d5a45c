import { type Account, AccountChanges } from "#contract/account.ts";
import { complaints, placed, resolution } from "#web/features/accounts/contract-form.ts";
import type { ApiProblem } from "#web/lib/api-problem.ts";
import type { Body } from "#web/lib/api-types.ts";

type Wire = Body<"PATCH /api/auth/account/my">;

/** What 'Profil Düzenle' edits (R110). */
export interface ProfileFields {
  name: string;
  biography: string;
  gender: Wire["gender"];
  city_id: string;
  day: string;
  month: string;
  year: string;
  show_details: boolean;
  /** undefined stays as it is, null is none. */
  image: Blob | null | undefined;
}
type FieldName = keyof ProfileFields;

const places = { birth_date: "day" };

export function toFields(account: Account): ProfileFields {
  const [day = "", month = "", year = ""] = account.birth_date.split(".");
  const { name, gender, show_details } = account;
  const biography = account.biography ?? "";
  const city_id = String(account.city_id);
  return { name, biography, gender, city_id, day, month, year, show_details, image: undefined };
}

const toWire = ({ day, month, year, ...rest }: ProfileFields): Wire => ({
  ...rest,
  birth_date: `${day}.${month}.${year}`,
});

/** Only what was changed here: the rest may have been changed elsewhere meanwhile. */
export function toChanges(before: ProfileFields, fields: ProfileFields): Wire {
  const old = toWire(before);
  const names = Object.keys(old) as (keyof Wire)[];
  const now = toWire(fields);
  return Object.fromEntries(
    names.filter((name) => now[name] !== old[name]).map((name) => [name, now[name]]),
  );
}

export const resolveProfile = (fields: ProfileFields) =>
  resolution(fields, placed(complaints(AccountChanges, toWire(fields)), places));

export const isSame = (one: ProfileFields, other: ProfileFields): boolean =>
  (Object.keys(one) as FieldName[]).every((name) => one[name] === other[name]);

/** Where in the form a refusal of the server belongs, and what to say there. */
export function wrongProfileFields({ code, message, fields }: ApiProblem): [FieldName, string][] {
  const isAboutImage = code === "image_format" || code === "image_too_large";
  return isAboutImage ? [["image", message]] : placed(fields, places);
}
