import { useMutation } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { type FormEvent, useEffect, useRef } from "react";
import type { Factors } from "#contract/endpoints/second-factors.ts";
import { NoPasskeys } from "#web/features/sign-in/no-passkeys.tsx";
import { canUsePasskeys } from "#web/features/sign-in/passkey-support.ts";
import { proveByPasskey } from "#web/features/sign-in/passkeys.api.ts";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { GivenUp } from "#web/lib/given-up.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/form/field.tsx";
import type { Proof } from "./security.api.ts";

interface Props {
  why: string;
  factors: Pick<Factors, "signs_in_by_email" | "passkeys">;
  /** Carries out the action; errors that it throws are shown here. */
  onConfirmed: (proof: Proof) => Promise<unknown>;
  onGiveUp: () => void;
}

/** Asks for the password or a passkey before the account's protection is changed. */
export function ConfirmIdentity({ why, factors, onConfirmed, onGiveUp }: Props) {
  const { signs_in_by_email, passkeys } = factors;
  const ownsPasskey = passkeys.length > 0;
  const hasPasskey = ownsPasskey && canUsePasskeys();
  const confirm = useMutation({
    mutationFn: async (proof: Proof | "passkey") =>
      onConfirmed(proof === "passkey" ? await proveByPasskey() : proof),
    onError: () => password.current?.select(),
  });
  const password = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!confirm.isPending) {
      confirm.mutate(signs_in_by_email ? { password: password.current?.value ?? "" } : {});
    }
  };
  const error = textOf(confirm.error);
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-pretty wrap-anywhere">{why}</p>
      {signs_in_by_email ? (
        <PasswordField
          ref={password}
          label="Şifreniz"
          autoComplete="current-password"
          error={error}
        />
      ) : (
        <FieldError error={error} />
      )}
      {!signs_in_by_email && ownsPasskey && !hasPasskey && (
        <NoPasskeys inApp="Bunun için geçiş anahtarınız gerekir, ama burada kullanılamaz. Sayfayı tarayıcınızda açın ve orada giriş yapın." />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onGiveUp}>Vazgeç</Button>
        {hasPasskey && (
          <Button busy={confirm.isPending} onClick={() => confirm.mutate("passkey")}>
            <KeyRound className="size-5" aria-hidden="true" />
            Geçiş Anahtarı Kullan
          </Button>
        )}
        {(signs_in_by_email || !ownsPasskey) && (
          <Button type="submit" variant="primary" busy={confirm.isPending}>
            Devam Et
          </Button>
        )}
      </div>
    </form>
  );
}

function textOf(error: Error | null): string | undefined {
  if (!error || error instanceof GivenUp) return undefined;
  return (error instanceof ApiProblem && error.fields.password) || error.message;
}
