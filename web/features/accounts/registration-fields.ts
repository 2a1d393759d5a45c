import { register } from "#contract/endpoints/account.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { type ErrorFields, useContractForm } from "#web/lib/api/contract-form.ts";
import { registrationInvitation } from "./entry/registration-gate.tsx";

type Registration = Body<"POST /api/auth/register">;

/** The form's fields; the call has one name and one date of birth (R29). */
export interface RegistrationFields {
  first_name: string;
  surname: string;
  gender: Registration["gender"];
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

export function toRegistration(fields: RegistrationFields): Registration {
  const { first_name, surname, city_id, day, month, year, image, ...rest } = fields;
  return {
    ...rest,
    name: `${first_name} ${surname}`,
    city_id: city_id || undefined,
    birth_date: `${day}.${month}.${year}`,
    image: image ?? undefined,
    invitation: registrationInvitation(),
  };
}

export const registrationErrorFields: ErrorFields<RegistrationFields> = {
  fieldNames: { name: "first_name", birth_date: "day" },
  fieldsOfCodes: {
    nickname_taken: "nickname",
    email_taken: "email",
    image_format: "image",
    image_too_large: "image",
  },
};

export type RegistrationForm = ReturnType<typeof useRegistrationForm>;

/** Each name has a message of its own, while the call has one name. */
export const checkNames = ({ first_name, surname }: Partial<RegistrationFields>) => ({
  ...(!first_name?.trim() && { first_name: "Ad alanı boş bırakılamaz" }),
  ...(!surname?.trim() && { surname: "Soyad alanı boş bırakılamaz" }),
});

/** The whole form, or the step with these fields. */
export const useRegistrationForm = (
  defaultValues: Partial<RegistrationFields>,
  step?: readonly (keyof RegistrationFields)[],
) =>
  useContractForm<RegistrationFields>(register.body, {
    ...registrationErrorFields,
    defaultValues,
    step,
    toBody: toRegistration,
    check: checkNames,
  });
