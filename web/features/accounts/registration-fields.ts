import type { ResolverResult } from "react-hook-form";
import { Registration } from "#contract/account.ts";
import type { ApiProblem } from "#web/lib/api-problem.ts";
import type { Body } from "#web/lib/api-types.ts";

type Wire = Body<"POST /api/auth/register">;

/** The form's fields; names and the day of birth travel joined (spec §3, decision 7). */
export interface RegistrationFields {
  first_name: string;
  surname: string;
  gender: Wire["gender"];
  city_id: string;
  day: string;
  month: string;
  year: string;
  email: string;
  nickname: string;
  password: string;
  confirm_password: string;
  explicit_consent: boolean;
  communication_consent: boolean;
  image: Blob | null;
}
type FieldName = keyof RegistrationFields;

export function toRegistration(fields: RegistrationFields): Wire {
  const { first_name, surname, city_id, day, month, year, image, ...rest } = fields;
  return {
    ...rest,
    name: `${first_name} ${surname}`,
    city_id: city_id || undefined,
    birth_date: `${day}.${month}.${year}`,
    image: image ?? undefined,
  };
}

/** Checks the form with the contract's own schema (spec §5). */
export function resolveRegistration(
  fields: RegistrationFields,
): ResolverResult<RegistrationFields, RegistrationFields> {
  const wrong = new Map<FieldName, string>();
  if (!fields.first_name.trim()) wrong.set("first_name", "Ad alanı boş bırakılamaz");
  if (!fields.surname.trim()) wrong.set("surname", "Soyad alanı boş bırakılamaz");
  const { error } = Registration.safeParse(toRegistration(fields), { jitless: true });
  for (const { path, message } of error?.issues ?? []) {
    const place = placeOf(String(path[0]));
    if (!wrong.has(place)) wrong.set(place, message);
  }
  if (wrong.size === 0) return { values: fields, errors: {} };
  const errors = [...wrong].map(([name, message]) => [name, { type: "contract", message }]);
  return { values: {}, errors: Object.fromEntries(errors) };
}

/** Where in the form a refusal of the server belongs, and what to say there. */
export function wrongFields(problem: ApiProblem): [FieldName, string][] {
  const place = placesOfCodes[problem.code];
  if (place) return [[place, problem.message]];
  return Object.entries(problem.fields).map(([name, message]) => [placeOf(name), message]);
}

const placesOfCodes: Partial<Record<ApiProblem["code"], FieldName>> = {
  nickname_taken: "nickname",
  email_taken: "email",
  image_format: "image",
  image_too_large: "image",
};

function placeOf(name: string): FieldName {
  if (name === "name") return "first_name";
  return name === "birth_date" ? "day" : (name as FieldName);
}
