import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { GENDER_NAMES } from "#contract/shapes/gender-names.ts";
import { citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { BirthDateFields } from "#web/features/accounts/birth-date-fields.tsx";
import type { RegistrationForm } from "#web/features/accounts/registration-fields.ts";
import { Select } from "#web/ui/form/select.tsx";

type SelectProps = Omit<ComponentProps<typeof Select>, "label" | "children">;

export function GenderSelect(props: SelectProps) {
  return (
    <Select label="Cinsiyet" autoComplete="sex" {...props}>
      <option value="">Seçin</option>
      {Object.entries(GENDER_NAMES).map(([gender, name]) => (
        <option key={gender} value={gender}>
          {name}
        </option>
      ))}
    </Select>
  );
}

export function CitySelect(props: SelectProps) {
  const { data } = useQuery(citiesQuery);
  return (
    <Select label="Şehir" autoComplete="address-level1" {...props}>
      <option value="">Seçin</option>
      {data?.items.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** The fields of gender, province and birth date in a form that opens or completes an account. */
export const detailControls = ({ register, watch, errorOf }: RegistrationForm) => ({
  gender: <GenderSelect error={errorOf("gender")} {...register("gender")} />,
  city: <CitySelect error={errorOf("city_id")} {...register("city_id")} />,
  birthDate: (
    <BirthDateFields
      day={register("day")}
      month={register("month")}
      year={register("year")}
      chosenYear={watch("year") ?? ""}
      error={errorOf("day")}
    />
  ),
});
