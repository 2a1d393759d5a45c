import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { REGISTER_REDIRECT_MS } from "#contract/limits.ts";
import { registrationControls } from "#web/features/accounts/registration-controls.tsx";
import {
  type RegistrationFields,
  useRegistrationForm,
} from "#web/features/accounts/registration-fields.ts";
import { ProofNote } from "#web/features/sign-in/proof-note.tsx";
import { useProofs } from "#web/features/sign-in/proofs.ts";
import { ProviderButtons } from "#web/features/sign-in/providers/provider-buttons.tsx";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { onUnmodifiedClick } from "#web/lib/unmodified-click.ts";
import { Button } from "#web/ui/button.tsx";
import { whenPicturesReady } from "#web/ui/form/image-picker.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { openAccount } from "./open-account.ts";
import { forgetRegistration, savedRegistration, saveRegistration } from "./saved-registration.ts";

interface Props {
  /** Goes to the login, with the e-mail address of a new account. */
  onSwitch: (email?: string) => void;
}

/** The whole registration on one page; leads to the login (R40). */
export function RegisterForm({ onSwitch }: Props) {
  const form = useRegistrationForm(savedRegistration());
  const controls = registrationControls(form);
  const proofs = useProofs("register", { ahead: true });

  const registration = useMutation({
    mutationFn: async (fields: RegistrationFields) => {
      await whenPicturesReady();
      await openAccount({ ...fields, image: form.getValues("image") }, proofs.send);
      return fields.email;
    },
    onSuccess: () => {
      forgetRegistration();
      toast.success("Kayıt Başarılı", "Kayıt işlemi başarılı. Yönlendiriliyorsunuz...");
    },
    onError: (error) => {
      toastProblem(error, "Kayıt Hatası");
      form.showErrors(error);
    },
  });
  const newEmail = registration.data;

  const goToLogin = useEffectEvent(() => onSwitch(newEmail));
  useEffect(() => {
    if (!newEmail) return;
    const timer = setTimeout(goToLogin, REGISTER_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [newEmail]);

  const saveFields = useEffectEvent(() => newEmail || saveRegistration(form.getValues()));
  useEffect(() => () => void saveFields(), []);

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo(registration.mutateAsync)}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {controls.firstName}
        {controls.surname}
        {controls.gender}
        {controls.city}
      </div>
      {controls.birthDate}
      {controls.email}
      {controls.nickname}
      {controls.passwords}
      {controls.avatar}
      {controls.consents}
      <ProofNote isProving={proofs.isProving} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={registration.isPending}
        disabled={!controls.areConsentsGiven || registration.isSuccess}
      >
        Üye Ol
      </Button>
      <ProviderButtons />
      <p className="text-center text-muted">
        Zaten hesabınız var mı?{" "}
        <TextLink to="/login" onClick={onUnmodifiedClick(onSwitch)}>
          Giriş Yap
        </TextLink>
      </p>
    </form>
  );
}
