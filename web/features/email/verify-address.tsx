import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Account } from "#contract/endpoints/account.ts";
import { verifyEmail as contract } from "#contract/endpoints/email.ts";
import { DisownAddress, Disowned } from "#web/features/email/disown-address.tsx";
import { type MailLink, verifyEmail } from "#web/features/email/email.api.ts";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

interface Props {
  token: string;
  link: MailLink;
  /** The account that is signed in here; null for none. */
  account: Pick<Account, "nickname"> | null;
  onVerified: () => void;
}

/**
 * Verifies the address of a link: by a press in a browser that is signed in to the account,
 * elsewhere with its password (R398). Others can say that they did not open it (R399).
 */
export function VerifyAddress({ token, link, account, onVerified }: Props) {
  const [isDisowned, setDisowned] = useState(false);
  if (isDisowned) return <Disowned link={link} />;
  const isOwner = account?.nickname === link.nickname;
  return (
    <>
      <p className="text-pretty wrap-anywhere">
        <b>{link.email}</b> adresi “{link.nickname}” hesabının adresi olarak doğrulanacak.
      </p>
      {account && !isOwner && (
        <p className="rounded bg-sunken p-3 text-pretty">
          Bu bağlantı, şu an açık olan “{account.nickname}” hesabı için değil.
        </p>
      )}
      {isOwner || link.has_password ? (
        <VerifyForm
          token={token}
          nickname={link.nickname}
          asksPassword={!isOwner}
          onVerified={onVerified}
        />
      ) : (
        <SignInFirst isOtherIn={account !== null} />
      )}
      {!isOwner && <DisownAddress token={token} link={link} onDisowned={() => setDisowned(true)} />}
    </>
  );
}

/** For an account without a password. */
function SignInFirst({ isOtherIn }: { isOtherIn: boolean }) {
  if (isOtherIn) {
    return (
      <LinkButton variant="primary" size="large" to="/logout">
        Bu Hesaptan Çık
      </LinkButton>
    );
  }
  return (
    <LinkButton variant="primary" size="large" to="/login" search={{ next: "/email/verify" }}>
      Giriş Yap
    </LinkButton>
  );
}

type Fields = Body<"POST /api/auth/email/verification">;

interface FormProps {
  token: string;
  nickname: string;
  asksPassword: boolean;
  onVerified: () => void;
}

function VerifyForm({ token, nickname, asksPassword, onVerified }: FormProps) {
  const queryClient = useQueryClient();
  const toBody = ({ password }: Fields) =>
    asksPassword ? { token, password: password ?? "" } : { token };
  const form = useContractForm<Fields>(contract.body, {
    toBody,
    fieldsOfCodes: { wrong_password: "password" },
  });
  const verification = useMutation({
    mutationFn: (fields: Fields) => verifyEmail(toBody(fields)),
    onSuccess: () => {
      onVerified();
      return queryClient.invalidateQueries({ queryKey: queryKeys.my });
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo(verification.mutateAsync)}
      className="grid gap-5"
    >
      {asksPassword && (
        <div className="grid gap-1">
          <PasswordField
            label={`“${nickname}” hesabının şifresi`}
            autoComplete="current-password"
            hint="Bu hesap burada açık olmadığı için bir kez soruyoruz."
            error={form.errorOf("password")}
            {...form.register("password")}
          />
          <TextLink to="/password/forgot" className="flex min-h-11 items-center justify-self-start">
            Şifremi unuttum
          </TextLink>
        </div>
      )}
      <Button type="submit" variant="primary" size="large" busy={verification.isPending}>
        Adresimi Doğrula
      </Button>
    </form>
  );
}
