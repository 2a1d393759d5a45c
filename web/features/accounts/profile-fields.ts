import { type Account, updateAccount } from "#contract/endpoints/account.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";

type AccountChanges = Body<"PATCH /api/auth/account/my">;

/** The fields of "Profil Düzenle" (R110). */
export interface ProfileFields {
  name: string;
  biography: string;
  gender: AccountChanges["gender"];
  city_id: string;
  day: string;
  month: string;
  year: string;
  show_details: boolean;
  /** undefined: unchanged; null: removed. */
  image: Blob | null | undefined;
}

export function toFields(account: Account): ProfileFields {
  const [day = "", month = "", year = ""] = (account.birth_date ?? "").split(".");
  const { name, show_details } = account;
  const gender = account.gender ?? undefined;
  const biography = account.biography ?? "";
  const city_id = String(account.city_id ?? "");
  return { name, biography, gender, city_id, day, month, year, show_details, image: undefined };
}

const toBody = ({ day, month, year, ...rest }: ProfileFields): AccountChanges => ({
  ...rest,
  birth_date: `${day}.${month}.${year}`,
});

/** Only the fields changed here; others may have been changed on another device meanwhile. */
export function toChanges(before: ProfileFields, fields: ProfileFields): AccountChanges {
  const old = toBody(before);
  const names = Object.keys(old) as (keyof AccountChanges)[];
  const now = toBody(fields);
  return Object.fromEntries(
    names.filter((name) => now[name] !== old[name]).map((name) => [name, now[name]]),
  );
}

export const isSame = (one: ProfileFields, other: ProfileFields): boolean =>
  (Object.keys(one) as (keyof ProfileFields)[]).every((name) => one[name] === other[name]);

export const useProfileForm = (defaultValues: ProfileFields) =>
  useContractForm<ProfileFields>(updateAccount.body, {
    defaultValues,
    toBody,
    fieldNames: { birth_date: "day" },
    fieldsOfCodes: { image_format: "image", image_too_large: "image" },
  });
