import { useMutation } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { useEffect, useState } from "react";
import { login } from "#contract/endpoints/account.ts";
import { ERRORS } from "#contract/errors.ts";
import { CODE_DIGITS } from "#contract/limits.ts";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";
import { ProofNote } from "#web/features/sign-in/proof-note.tsx";
import { useProofs } from "#web/features/sign-in/proofs.ts";
import { ProviderButtons } from "#web/features/sign-in/providers/provider-buttons.tsx";
import { logIn } from "#web/features/sign-in/session.api.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { startSession } from "#web/lib/session.ts";
import { sendsMail } from "#web/lib/ssr-context.ts";
import { onUnmodifiedClick } from "#web/lib/unmodified-click.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { FieldError } from "#web/ui/form/field.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { EmailField } from "./email-field.tsx";
import { mayOfferPasskeys } from "./passkey-support.ts";

interface Props {
  /** Goes to the registration. */
  onSwitch: () => void;
  /** Pre-filled after a registration. */
  email?: string | undefined;
  /** Whether the first field takes the focus, as in a dialog. */
  takesFocus?: boolean;
  /** Goes to a code that also votes; by default a code signs in here. */
  onCode?: (() => void) | undefined;
}

const SecondStep = lazyComponent("Form yükleniyor", async () => {
  const { SecondStep } = await import("#web/features/sign-in/second-step.tsx");
  return SecondStep;
});
const CodeSteps = lazyComponent("Form yükleniyor", async () => {
  const { CodeSteps } = await import("#web/features/sign-in/codes/code-steps.tsx");
  return CodeSteps;
});
/** The library is loaded only for people who use a passkey. */
const passkeys = () => import("#web/features/sign-in/passkeys.api.ts");

type LoginFields = Body<"POST /api/auth/login">;

export function LoginForm({ onSwitch, email, takesFocus, onCode }: Props) {
  const { register, errorOf, submitTo, setFocus, getValues } = useContractForm<LoginFields>(
    login.body,
  );
  const proofs = useProofs("login", { ahead: false });
  const signIn = useMutation({
    mutationFn: (fields: LoginFields) =>
      proofs.send((proof) => logIn({ ...fields, proof }), fields.email),
    onSuccess: startSession,
    onError: (error) => {
      const { ticket, methods } = error instanceof ApiProblem ? error : {};
      if (ticket) setSecondStep({ ticket, methods: methods ?? [] });
      else setFocus("password");
    },
  });
  const [secondStep, setSecondStep] = useState<SecondStepOf>();
  const [byCode, setByCode] = useState<{ email: string; remember: boolean }>();
  const [expiry, setExpiry] = useState<string>();
  const keyLogin = useMutation({
    mutationFn: async () => (await passkeys()).logInWithPasskey(getValues("remember") ?? false),
    onSuccess: startSession,
  });
  // The browser offers passkeys in the e-mail's autofill, to people who have used one here.
  useEffect(() => {
    if (secondStep || !mayOfferPasskeys()) return;
    let isGone = false;
    const offer = passkeys().then(({ offerPasskeys }) => offerPasskeys(() => isGone));
    offer.then(
      (session) => session && startSession(session),
      () => undefined,
    );
    return () => {
      isGone = true;
      void passkeys().then(({ stopOffering }) => stopOffering());
    };
  }, [secondStep]);
  useEffect(() => {
    if (takesFocus) setFocus(email ? "password" : "email");
  }, [takesFocus, email, setFocus]);

  if (secondStep) {
    return (
      <SecondStep
        {...secondStep}
        onGiveUp={(reason) => {
          setSecondStep(undefined);
          setExpiry(reason);
          signIn.reset();
        }}
      />
    );
  }
  if (byCode) {
    return (
      <>
        <p className="mb-4 text-pretty">
          E-postanıza gelen {CODE_DIGITS} rakamla, şifreniz olmadan girersiniz.
        </p>
        <CodeSteps {...byCode} onUsed={({ session }) => startSession(session)}>
          <Button variant="ghost" className="mt-4 w-full" onClick={() => setByCode(undefined)}>
            Şifreyle Giriş
          </Button>
        </CodeSteps>
      </>
    );
  }
  const goByCode = () => {
    const { email = "", remember = false } = getValues();
    setByCode({ email, remember });
  };
  const failure = signIn.error ? loginError(signIn.error) : (keyLogin.error?.message ?? expiry);
  return (
    // POST, because the browser itself submits without scripts: no password may be in the URL.
    <form
      method="post"
      noValidate
      onSubmit={submitTo(signIn.mutateAsync)}
      className="flex flex-col gap-5"
    >
      <EmailField
        autoComplete="username webauthn"
        defaultValue={email}
        error={errorOf("email")}
        {...register("email")}
      />
      <PasswordField
        label="Şifre"
        autoComplete="current-password"
        error={errorOf("password")}
        {...register("password")}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Beni hatırla" {...register("remember")} />
        <TextLink to="/password/forgot" className="flex min-h-11 items-center">
          Şifremi unuttum
        </TextLink>
      </div>
      <ProofNote isProving={proofs.isProving} />
      <FieldError error={failure} />
      <Button type="submit" variant="primary" size="large" busy={signIn.isPending}>
        {signIn.isPending ? "Giriş Yapılıyor..." : "Giriş Yap"}
      </Button>
      {sendsMail() && <Button onClick={onCode ?? goByCode}>Şifresiz giriş</Button>}
      <ProviderButtons showsMissing remember={() => getValues("remember") === true} />
      <Button
        busy={keyLogin.isPending}
        onClick={() => keyLogin.mutate()}
        className="no-passkeys:hidden"
      >
        <KeyRound className="size-5" aria-hidden="true" />
        Geçiş anahtarı ile devam et
      </Button>
      <p className="text-center text-muted no-registration:hidden">
        Hesabınız yok mu?{" "}
        <TextLink to="/register" onClick={onUnmodifiedClick(onSwitch)}>
          Kayıt Ol
        </TextLink>
      </p>
    </form>
  );
}

interface SecondStepOf {
  ticket: string;
  methods: ApiProblem["methods"];
}

/** One message for all wrong credentials (R16); other failures have their own. */
function loginError(error: Error): string {
  const isOtherFailure = error instanceof ApiProblem && ![401, 422].includes(error.status);
  return isOtherFailure ? error.message : ERRORS.invalid_credentials[2];
}
