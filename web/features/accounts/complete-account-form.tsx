import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { registrationControls } from "#web/features/accounts/registration-controls.tsx";
import {
  type RegistrationFields,
  toRegistration,
  useRegistrationForm,
} from "#web/features/accounts/registration-fields.ts";
import { restoredRegistration } from "#web/features/accounts/saved-registration.ts";
import { useTypedFields } from "#web/features/accounts/typed-fields.ts";
import type { Newcomer } from "#web/features/sign-in/providers/provider-trip.ts";
import { completeRegistration } from "#web/features/sign-in/providers/providers.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { startSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";

const FIELDS: (keyof RegistrationFields)[] = [
  ...(["first_name", "surname", "nickname", "gender", "city_id", "day"] as const),
  ...(["explicit_consent", "communication_consent"] as const),
];

interface Props {
  newcomer: Newcomer;
  /** Called once somebody is signed in. */
  onDone: () => void;
}

/** Asks for what the provider does not know: everything but address and password. */
export function CompleteAccountForm({ newcomer, onDone }: Props) {
  const { email, first_name, surname } = newcomer;
  const form = useRegistrationForm({ first_name, surname, ...restoredRegistration() }, FIELDS);
  const controls = registrationControls(form);
  useTypedFields(form, useRef(""));

  const completion = useMutation({
    mutationFn: (fields: RegistrationFields) => {
      const { name, nickname, gender, city_id, birth_date, ...rest } = toRegistration(fields);
      const { explicit_consent, communication_consent, invitation } = rest;
      return completeRegistration(newcomer, {
        ...{ name, nickname, gender, city_id, birth_date },
        ...{ explicit_consent, communication_consent, invitation, remember: newcomer.remember },
      });
    },
    onSuccess: (session) => {
      startSession(session);
      onDone();
    },
    onError: (error) => {
      if (!form.showErrors(error)) toastProblem(error, "Kayıt Hatası");
    },
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo(completion.mutateAsync)}
      className="flex flex-col gap-5"
    >
      <p className="text-muted text-pretty">
        Son bir adım kaldı: Birkaç bilgi daha verin, hesabınız açılsın. Şifre gerekmez.
      </p>
      <TextField label="E-posta" type="email" value={email} readOnly hint="Doğrulandı" />
      <div className="grid gap-5 sm:grid-cols-2">
        {controls.firstName}
        {controls.surname}
      </div>
      {controls.nickname}
      <div className="grid gap-5 sm:grid-cols-2">
        {controls.gender}
        {controls.city}
      </div>
      {controls.birthDate}
      {controls.consents}
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={completion.isPending || completion.isSuccess}
        disabled={!controls.areConsentsGiven}
      >
        Hesabımı Aç
      </Button>
    </form>
  );
}
