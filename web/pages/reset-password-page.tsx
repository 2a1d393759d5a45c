import { useMutation } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { resetPassword } from "#contract/endpoints/email.ts";
import { setNewPassword } from "#web/features/email/email.api.ts";
import { MailLinkScreen } from "#web/features/email/mail-link-screen.tsx";
import { useMailLink } from "#web/features/email/use-mail-link.ts";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { currentToken, expireSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

export const Route = createFileRoute("/password/reset")({ component: ResetPasswordPage });

function ResetPasswordPage() {
  const { token, forget } = useMailLink("reset");
  return (
    <MailLinkScreen
      title="Yeni şifre belirleyin"
      purpose="reset"
      token={token}
      another={
        <LinkButton variant="primary" to="/password/forgot">
          Yeni Bağlantı İste
        </LinkButton>
      }
    >
      {({ email, second_factors }) => (
        <NewPasswordForm
          token={token ?? ""}
          email={email}
          hasFactors={second_factors}
          onDone={forget}
        />
      )}
    </MailLinkScreen>
  );
}

type Fields = Body<"POST /api/auth/password/reset">;

interface Props {
  token: string;
  email: string;
  /** Whether the login asks for a second step. */
  hasFactors: boolean;
  onDone: () => void;
}

function NewPasswordForm({ token, email, hasFactors, onDone }: Props) {
  const { navigate } = useRouter();
  const form = useContractForm<Fields>(resetPassword.body, {
    toBody: (fields) => ({ ...fields, token }),
    fieldsOfCodes: { wrong_code: "recovery_code" },
  });
  const { register, errorOf, setFocus } = form;
  const change = useMutation({
    mutationFn: (fields: Fields) => setNewPassword({ ...fields, token }),
    onSuccess: () => {
      onDone();
      // The session in this browser ends too.
      const session = currentToken();
      if (session) expireSession(session);
      toast.success("Şifre Değiştirildi", "Yeni şifrenizle giriş yapabilirsiniz.");
      void navigate({ to: "/login", state: { email }, replace: true });
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  useEffect(() => setFocus("password"), [setFocus]);

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo(change.mutateAsync)}
      className="grid gap-5"
    >
      <p className="text-muted text-pretty wrap-anywhere">
        {email} hesabı için. Bütün cihazlardaki oturumlarınız kapanır.
      </p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Yeni şifre"
        autoComplete="new-password"
        hint="En az 6 karakter"
        error={errorOf("password")}
        {...register("password")}
      />
      <PasswordField
        label="Yeni şifre tekrarı"
        autoComplete="new-password"
        error={errorOf("confirm_password")}
        {...register("confirm_password")}
      />
      {hasFactors && (
        <TextField
          label="Kurtarma kodu (isteğe bağlı)"
          autoComplete="off"
          autoCapitalize="characters"
          hint="İki adımlı doğrulamayı kapatır. Boş bırakırsanız girişte yine istenir."
          error={errorOf("recovery_code")}
          {...register("recovery_code")}
        />
      )}
      <Button type="submit" variant="primary" size="large" busy={change.isPending}>
        Şifreyi Belirle
      </Button>
    </form>
  );
}
