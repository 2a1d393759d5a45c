import { Registration } from "#contract/account.ts";
import { complaints, placed, resolution } from "#web/features/accounts/contract-form.ts";
import type { ApiProblem } from "#web/lib/api-problem.ts";
import type { Body } from "#web/lib/api-types.ts";

type Wire = Body<"POST /api/auth/register">;

/** The form's fields; names and the day of birth travel joined (R29). */
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

const places = { name: "first_name", birth_date: "day" };

const placesOfCodes: Partial<Record<ApiProblem["code"], FieldName>> = {
  nickname_taken: "nickname",
  email_taken: "email",
  image_format: "image",
  image_too_large: "image",
};

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

/** Checks the form with the contract's own schema (R33). */
export function resolveRegistration(fields: RegistrationFields) {
  const { name, ...wrong } = complaints(Registration, toRegistration(fields));
  const missing = {
    ...(!fields.first_name.trim() && { first_name: "Ad alanı boş bırakılamaz" }),
    ...(!fields.surname.trim() && { surname: "Soyad alanı boş bırakılamaz" }),
  };
  return resolution(fields, placed({ ...(name && { name }), ...wrong, ...missing }, places));
}

/** Where in the form a refusal of the server belongs, and what to say there. */
export function wrongFields({ code, message, fields }: ApiProblem): [FieldName, string][] {
  const place = placesOfCodes[code];
  return place ? [[place, message]] : placed(fields, places);
}
