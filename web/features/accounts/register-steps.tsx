import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { registrationControls } from "#web/features/accounts/registration-controls.tsx";
import {
  type RegistrationFields,
  type RegistrationForm,
  registrationErrorFields,
  useRegistrationForm,
} from "#web/features/accounts/registration-fields.ts";
import { nicknameQuery } from "#web/features/accounts/suggest-nickname.ts";
import { ProofNote } from "#web/features/sign-in/proof-note.tsx";
import { useProofs } from "#web/features/sign-in/proofs.ts";
import { ProviderButtons } from "#web/features/sign-in/providers/provider-buttons.tsx";
import { logIn } from "#web/features/sign-in/session.api.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { messagesOf } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { startSession } from "#web/lib/session.ts";
import { onUnmodifiedClick } from "#web/lib/unmodified-click.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { whenPicturesReady } from "#web/ui/form/image-picker.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { RegistrationGate } from "./entry/registration-gate.tsx";
import { openAccount } from "./open-account.ts";
import { restoredRegistration } from "./saved-registration.ts";
import { useTypedFields } from "./typed-fields.ts";

const STEPS: { title: string; fields: (keyof RegistrationFields)[] }[] = [
  { title: "Giriş bilgileriniz", fields: ["email", "password", "confirm_password"] },
  { title: "Adınız", fields: ["first_name", "surname", "nickname"] },
  {
    title: "Son bilgiler",
    fields: ["gender", "city_id", "day", "explicit_consent", "communication_consent", "image"],
  },
];

/** The registration in a dialog, where the visitor may register. */
export const RegisterHere = (props: { onSwitch: () => void }) => (
  <RegistrationGate>
    <RegisterSteps {...props} />
  </RegistrationGate>
);

/** The registration in three short steps; signs the person in afterwards (R199, R200). */
export function RegisterSteps({ onSwitch }: { onSwitch: () => void }) {
  const [fields, setFields] = useState(restoredRegistration);
  const [step, setStep] = useState(0);
  /** The server's refusal, shown by the step with the field concerned. */
  const [refusal, setRefusal] = useState<unknown>();
  const queryClient = useQueryClient();
  const suggested = useRef("");
  const proofs = useProofs("register", { ahead: true });
  const loginProofs = useProofs("login", { ahead: false });

  const registration = useMutation({
    mutationFn: async (fields: RegistrationFields) => {
      await openAccount(fields, proofs.send);
      const { email, password } = fields;
      return loginProofs.send((proof) => logIn({ email, password, proof }), email);
    },
    onSuccess: startSession,
    onError: (error) => {
      toastProblem(error, "Kayıt Hatası");
      const refused = Object.keys(messagesOf(error, registrationErrorFields));
      const itsStep = STEPS.findIndex(({ fields }) =>
        fields.some((name) => refused.includes(name)),
      );
      if (itsStep !== -1) setStep(itsStep);
      setRefusal(error);
    },
  });

  function leave(fields: Partial<RegistrationFields>, next: number) {
    setFields(fields);
    setRefusal(undefined);
    setStep(next);
  }

  async function goOn(form: RegistrationForm) {
    await whenPicturesReady();
    const fields = form.getValues();
    setFields(fields);
    if (step === STEPS.length - 1) return registration.mutateAsync(fields);
    const problem = step === 1 ? await nicknameProblem(fields.nickname) : undefined;
    if (problem) form.showErrors(problem);
    else leave(fields, step + 1);
  }

  /** Why the nickname is not available; if the check fails, the registration itself reports it. */
  const nicknameProblem = (nickname: string): Promise<unknown> =>
    queryClient.fetchQuery(nicknameQuery(nickname.trim())).then(
      () => undefined,
      (error) => (error instanceof ApiProblem && error.status === 409 ? error : undefined),
    );

  return (
    <>
      <p aria-live="polite" className="text-sm font-semibold text-muted">
        <span className="sr-only">Adım </span>
        {step + 1}/{STEPS.length} · {STEPS[step]?.title}
      </p>
      <div className="mt-2 mb-5 grid grid-cols-3 gap-1.5" aria-hidden="true">
        {STEPS.map(({ title }, at) => (
          <span
            key={title}
            className={cn("h-1 rounded-full", at <= step ? "bg-turkuaz" : "bg-sunken")}
          />
        ))}
      </div>
      <Step
        key={step}
        step={step}
        fields={fields}
        refusal={refusal}
        suggested={suggested}
        isSending={registration.isPending || registration.isSuccess}
        onBack={(fields) => leave(fields, step - 1)}
        onGoOn={goOn}
      />
      <ProofNote isProving={proofs.isProving || loginProofs.isProving} />
      {step === 0 && (
        <div className="mt-5">
          <ProviderButtons />
        </div>
      )}
      <p className="mt-5 text-center text-muted">
        Zaten hesabınız var mı?{" "}
        <TextLink to="/login" onClick={onUnmodifiedClick(onSwitch)}>
          Giriş Yap
        </TextLink>
      </p>
    </>
  );
}

interface StepProps {
  step: number;
  fields: Partial<RegistrationFields>;
  refusal: unknown;
  /** The latest suggested nickname. */
  suggested: RefObject<string>;
  isSending: boolean;
  onBack: (fields: RegistrationFields) => void;
  onGoOn: (form: RegistrationForm) => Promise<unknown>;
}

/** A separate form, so that no field is marked as invalid before its step is submitted. */
function Step({ step, fields, refusal, suggested, isSending, onBack, onGoOn }: StepProps) {
  const names = STEPS[step]?.fields ?? [];
  const [firstField = "email"] = names;
  const form = useRegistrationForm(fields, names);
  const { getValues, setFocus } = form;
  const controls = registrationControls(form);
  useTypedFields(form, suggested);

  const showRefusal = useEffectEvent(() => form.showErrors(refusal));
  useEffect(() => {
    if (refusal === undefined || !showRefusal()) setFocus(firstField);
  }, [refusal, setFocus, firstField]);

  const isLast = step === STEPS.length - 1;
  const arranged: ReactNode[] = [
    <>
      {controls.email}
      {controls.passwords}
    </>,
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {controls.firstName}
        {controls.surname}
      </div>
      {controls.nickname}
    </>,
    <>
      <div className="grid grid-cols-2 gap-3 tight:grid-cols-1">
        {controls.gender}
        {controls.city}
      </div>
      {controls.birthDate}
      {controls.consents}
      {controls.avatar}
    </>,
  ];
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo(() => onGoOn(form))}
      className="flex flex-col gap-5"
    >
      {arranged[step]}
      <div className="flex flex-wrap gap-3">
        {step > 0 && (
          <Button variant="outline" size="large" onClick={() => onBack(getValues())}>
            Geri
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={isSending}
          disabled={isLast && !controls.areConsentsGiven}
          className="grow"
        >
          {isLast ? "Üye Ol" : "Devam Et"}
        </Button>
      </div>
    </form>
  );
}
