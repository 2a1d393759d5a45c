import { useMutation } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { forgotPassword } from "#contract/endpoints/email.ts";
import { ERRORS } from "#contract/errors.ts";
import { askForNewPassword } from "#web/features/email/email.api.ts";
import { EmailField } from "#web/features/sign-in/email-field.tsx";
import { ProofNote } from "#web/features/sign-in/proof-note.tsx";
import { useProofs } from "#web/features/sign-in/proofs.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { sendsMail } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export const Route = createFileRoute("/password/forgot")({ component: ForgotPasswordPage });

function ForgotPasswordPage() {
  return (
    <div className="column max-w-lg sm:py-6">
      <h1 className="mb-6 text-3xl font-extrabold">Şifremi unuttum</h1>
      <div className="grid gap-5 sm:rounded sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow">
        {sendsMail() ? (
          <ForgotPasswordForm />
        ) : (
          <p className="text-pretty">
            {ERRORS.mail_off[2]} <TextLink to="/contact">İletişim</TextLink>
          </p>
        )}
      </div>
    </div>
  );
}

type Fields = Body<"POST /api/auth/password/forgot">;

function ForgotPasswordForm() {
  const form = useContractForm<Fields>(forgotPassword.body);
  const proofs = useProofs("reset", { ahead: false });
  const ask = useMutation({
    mutationFn: async (fields: Fields) => {
      await proofs.send((proof) => askForNewPassword({ ...fields, proof }), fields.email);
      return fields.email.trim();
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ask.isSuccess) told.current?.focus();
  }, [ask.isSuccess]);

  if (ask.isSuccess) {
    return (
      <>
        <div ref={told} role="status" tabIndex={-1} className="grid gap-1.5 outline-none">
          <p className="text-xl font-extrabold">E-postanıza bakın</p>
          <p className="text-muted text-pretty wrap-anywhere">
            {ask.data} adresiyle bir hesap varsa yeni şifre için bir bağlantı gönderdik. Bağlantı 30
            dakika geçerlidir. Birkaç dakika içinde gelmezse gereksiz postalara bakın.
          </p>
        </div>
        <Button onClick={() => ask.reset()}>Başka Bir Adres Dene</Button>
        <TextLink to="/login" className="flex min-h-11 items-center justify-self-start">
          Girişe dön
        </TextLink>
      </>
    );
  }
  return (
    <form method="post" noValidate onSubmit={form.submitTo(ask.mutateAsync)} className="grid gap-5">
      <p className="text-muted text-pretty">
        Hesabınızın e-posta adresini yazın; yeni şifre belirlemeniz için bir bağlantı gönderelim.
      </p>
      <EmailField
        autoComplete="username"
        error={form.errorOf("email")}
        {...form.register("email")}
      />
      <ProofNote isProving={proofs.isProving} />
      <Button type="submit" variant="primary" size="large" busy={ask.isPending}>
        Bağlantı Gönder
      </Button>
      <TextLink to="/login" className="flex min-h-11 items-center justify-self-start">
        Girişe dön
      </TextLink>
    </form>
  );
}
