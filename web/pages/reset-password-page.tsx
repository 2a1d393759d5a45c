import { useMutation } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { resetPassword } from "#contract/endpoints/email.ts";
import { DisownAddress, Disowned } from "#web/features/email/disown-address.tsx";
import { type MailLink, setNewPassword } from "#web/features/email/email.api.ts";
import { MailLinkScreen } from "#web/features/email/mail-link-screen.tsx";
import { useMailLink } from "#web/features/email/use-mail-link.ts";
import { NewPasswordFields } from "#web/features/sign-in/new-password-fields.tsx";
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
  const [disowned, setDisowned] = useState<string | null>(null);
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
      {(link) =>
        disowned === token ? (
          <Disowned link={link} />
        ) : (
          <>
            <NewPasswordForm token={token ?? ""} link={link} onDone={forget} />
            {!link.verified && (
              <DisownAddress
                token={token ?? ""}
                link={link}
                onDisowned={() => setDisowned(token)}
              />
            )}
          </>
        )
      }
    </MailLinkScreen>
  );
}

type Fields = Body<"POST /api/auth/password/reset">;

const SIGN_IN = "Yeni şifrenizle giriş yapabilirsiniz.";
const TAKEN_OVER = "Adresiniz doğrulandı, önceden eklenmiş giriş yolları kaldırıldı.";

interface Props {
  token: string;
  link: MailLink;
  onDone: () => void;
}

function NewPasswordForm({ token, link, onDone }: Props) {
  const { email, verified } = link;
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
      toast.success("Şifre Değiştirildi", verified ? SIGN_IN : `${TAKEN_OVER} ${SIGN_IN}`);
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
      {verified ? (
        <p className="text-muted text-pretty wrap-anywhere">
          {email} hesabı için. Bütün cihazlardaki oturumlarınız kapanır.
        </p>
      ) : (
        <p className="rounded bg-sunken p-3 text-pretty wrap-anywhere">
          <b>{email}</b> ile “{link.nickname}” hesabı açılmış, adres henüz doğrulanmamış. Yeni
          şifreyle adresi de doğrularsınız: Bütün oturumlar kapanır, bugüne kadar eklenmiş doğrulama
          kodları, geçiş anahtarları ve bağlı hesaplar kaldırılır.
        </p>
      )}
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        label="Yeni şifre"
        password={register("password")}
        confirmation={register("confirm_password")}
        errorOf={errorOf}
      />
      {link.second_factors && verified && (
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
