import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { REGISTER_REDIRECT_MS } from "#contract/limits.ts";
import { BirthDateFields } from "#web/features/accounts/birth-date-fields.tsx";
import { CitySelect } from "#web/features/accounts/city-select.tsx";
import { Consents } from "#web/features/accounts/consents.tsx";
import { GenderSelect } from "#web/features/accounts/gender-select.tsx";
import { NicknameField } from "#web/features/accounts/nickname-field.tsx";
import { PasswordField } from "#web/features/accounts/password-field.tsx";
import {
  type RegistrationFields,
  toRegistration,
  useRegistrationForm,
} from "#web/features/accounts/registration-fields.ts";
import { callApi } from "#web/lib/api-client.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { onSessionChange } from "#web/lib/session.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { onUnmodifiedClick } from "#web/lib/unmodified-click.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { ImagePicker, whenPicturesReady } from "#web/ui/form/image-picker.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { TextLink } from "#web/ui/text-link.tsx";

const NO_FIELDS: Partial<RegistrationFields> = { image: null };
/** The fields of a form that was closed, perhaps by mistake; without password and consents. */
let savedFields = NO_FIELDS;
onSessionChange(() => {
  savedFields = NO_FIELDS;
});

interface Props {
  /** Goes to the login, with the e-mail address of a new account. */
  onSwitch: (email?: string) => void;
  /** In a dialog the first field takes the focus. */
  takesFocus?: boolean;
}

export function RegisterForm({ onSwitch, takesFocus }: Props) {
  const form = useRegistrationForm(savedFields);
  const { register, watch, getValues, setValue, setFocus, errorOf } = form;

  const isAnswerLost = useRef(false);
  const registration = useMutation({
    mutationFn: async (fields: RegistrationFields) => {
      await whenPicturesReady();
      const body = toRegistration({ ...fields, image: getValues("image") });
      try {
        await callApi("POST /api/auth/register", { body });
      } catch (error) {
        if (!isAnswerLost.current || !(await isOwnAccount(error, fields))) throw error;
      }
      return fields.email;
    },
    onSuccess: () => {
      savedFields = NO_FIELDS;
      toast.success("Kayıt Başarılı", "Kayıt işlemi başarılı. Yönlendiriliyorsunuz...");
    },
    onError: (error) => {
      toastProblem(error, "Kayıt Hatası");
      form.showErrors(error);
      isAnswerLost.current ||= error instanceof ApiProblem && error.code === "network";
    },
  });
  const newEmail = registration.data;

  const goToLogin = useEffectEvent(() => onSwitch(newEmail));
  useEffect(() => {
    if (!newEmail) return;
    const timer = setTimeout(goToLogin, REGISTER_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [newEmail]);

  useEffect(() => {
    if (takesFocus) setFocus("first_name");
  }, [takesFocus, setFocus]);

  const saveFields = useEffectEvent(() => {
    const secret = { password: "", confirm_password: "" };
    const consents = { explicit_consent: false, communication_consent: false };
    savedFields = newEmail ? NO_FIELDS : { ...getValues(), ...secret, ...consents };
  });
  useEffect(() => () => saveFields(), []);

  const consents = watch(["explicit_consent", "communication_consent"]);

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo(registration.mutateAsync)}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Ad"
          autoComplete="given-name"
          error={errorOf("first_name")}
          {...register("first_name")}
        />
        <TextField
          label="Soyad"
          autoComplete="family-name"
          error={errorOf("surname")}
          {...register("surname")}
        />
        <GenderSelect error={errorOf("gender")} {...register("gender")} />
        <CitySelect error={errorOf("city_id")} {...register("city_id")} />
      </div>
      <BirthDateFields
        day={register("day")}
        month={register("month")}
        year={register("year")}
        error={errorOf("day")}
      />
      <TextField
        label="E-posta"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errorOf("email")}
        {...register("email")}
      />
      <NicknameField
        nickname={watch("nickname") ?? ""}
        error={errorOf("nickname")}
        {...register("nickname")}
      />
      <PasswordField
        label="Şifre"
        autoComplete="new-password"
        hint="En az 6 karakter"
        error={errorOf("password")}
        {...register("password")}
      />
      <PasswordField
        label="Şifre tekrarı"
        autoComplete="new-password"
        error={errorOf("confirm_password")}
        {...register("confirm_password")}
      />
      <ImagePicker
        label="Profil resmi (isteğe bağlı)"
        shape="round"
        image={watch("image")}
        onChange={(image) => setValue("image", image)}
        error={errorOf("image")}
      />
      <Consents
        explicit={register("explicit_consent")}
        communication={register("communication_consent")}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={registration.isPending}
        disabled={!consents.every(Boolean) || registration.isSuccess}
      >
        Üye Ol
      </Button>
      <p className="text-center text-muted">
        Zaten hesabınız var mı?{" "}
        <TextLink to="/login" onClick={onUnmodifiedClick(onSwitch)}>
          Giriş Yap
        </TextLink>
      </p>
    </form>
  );
}

/** Whether the account exists because an earlier attempt succeeded whose answer was lost. */
async function isOwnAccount(error: unknown, { email, password }: RegistrationFields) {
  if (!(error instanceof ApiProblem) || error.status !== 409) return false;
  return callApi("POST /api/auth/login", { body: { email, password } }).then(
    () => true,
    () => false,
  );
}
