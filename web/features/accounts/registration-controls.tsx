import { BirthDateFields } from "#web/features/accounts/birth-date-fields.tsx";
import { CitySelect } from "#web/features/accounts/city-select.tsx";
import { Consents } from "#web/features/accounts/consents.tsx";
import { GenderSelect } from "#web/features/accounts/gender-select.tsx";
import { NicknameField } from "#web/features/accounts/nickname-field.tsx";
import type { RegistrationForm } from "#web/features/accounts/registration-fields.ts";
import { NewPasswordFields } from "#web/features/sign-in/new-password-fields.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { ImagePicker } from "#web/ui/form/image-picker.tsx";

/** The fields of a registration; the page and the dialog arrange them (R28). */
export function registrationControls({ register, watch, setValue, errorOf }: RegistrationForm) {
  return {
    firstName: (
      <TextField
        label="Ad"
        autoComplete="given-name"
        error={errorOf("first_name")}
        {...register("first_name")}
      />
    ),
    surname: (
      <TextField
        label="Soyad"
        autoComplete="family-name"
        error={errorOf("surname")}
        {...register("surname")}
      />
    ),
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
    email: (
      <TextField
        label="E-posta"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errorOf("email")}
        {...register("email")}
      />
    ),
    nickname: (
      <NicknameField
        nickname={watch("nickname") ?? ""}
        error={errorOf("nickname")}
        {...register("nickname")}
      />
    ),
    passwords: (
      <NewPasswordFields
        label="Şifre"
        password={register("password")}
        confirmation={register("confirm_password")}
        errorOf={errorOf}
      />
    ),
    avatar: (
      <ImagePicker
        label="Profil resmi (isteğe bağlı)"
        shape="round"
        image={watch("image")}
        onChange={(image) => setValue("image", image)}
        error={errorOf("image")}
      />
    ),
    consents: (
      <Consents
        explicit={register("explicit_consent")}
        communication={register("communication_consent")}
      />
    ),
    areConsentsGiven: watch(["explicit_consent", "communication_consent"]).every(Boolean),
  };
}
