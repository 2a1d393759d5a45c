import { Consents } from "#web/features/accounts/consents.tsx";
import { detailControls } from "#web/features/accounts/detail-fields.tsx";
import { nameControls } from "#web/features/accounts/name-fields.tsx";
import type { RegistrationForm } from "#web/features/accounts/registration-fields.ts";
import { EmailField } from "#web/features/sign-in/email-field.tsx";
import { NewPasswordFields } from "#web/features/sign-in/new-password-fields.tsx";
import { ImagePicker } from "#web/ui/form/image-picker.tsx";

/** The fields of a registration; the page and the dialog arrange them (R28). */
export function registrationControls(form: RegistrationForm) {
  const { register, watch, setValue, errorOf } = form;
  return {
    ...nameControls(form),
    ...detailControls(form),
    email: <EmailField error={errorOf("email")} {...register("email")} />,
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
