import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { verifyEmail } from "#web/features/email/email.api.ts";
import { MailLinkScreen } from "#web/features/email/mail-link-screen.tsx";
import { useMailLink } from "#web/features/email/use-mail-link.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export const Route = createFileRoute("/email/verify")({ component: VerifyEmailPage });

function VerifyEmailPage() {
  const { token } = useMailLink("verify");
  const queryClient = useQueryClient();
  const isIn = useIsSignedIn();
  const account = useQuery({ ...accountQuery, enabled: isIn }).data?.item;
  const verification = useMutation({
    mutationFn: verifyEmail,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.my }),
    onError: (problem) => toastProblem(problem),
  });

  return (
    <MailLinkScreen
      title="E-posta doğrulama"
      purpose="verify"
      token={token}
      another={
        <p className="text-muted text-pretty">
          Yeni bir bağlantıyı{" "}
          <TextLink to="/account" hash="e-posta">
            hesap ayarlarınızdan
          </TextLink>{" "}
          isteyebilirsiniz.
        </p>
      }
    >
      {({ email, nickname, done }) =>
        done || verification.isSuccess ? (
          <>
            <div role="status" className="grid gap-1.5">
              <p className="text-xl font-extrabold">E-posta adresiniz doğrulandı</p>
              <p className="text-muted text-pretty wrap-anywhere">
                {email} artık “{nickname}” hesabının doğrulanmış adresi. Bekleyen bir oyunuz varsa
                açık olduğu sekmede kendiliğinden verilir.
              </p>
            </div>
            {isIn ? (
              <LinkButton variant="primary" size="large" to="/">
                Anketlere Git
              </LinkButton>
            ) : (
              <LinkButton variant="primary" size="large" to="/login">
                Giriş Yap
              </LinkButton>
            )}
          </>
        ) : (
          <>
            <p className="text-pretty wrap-anywhere">
              <b>{email}</b> adresi “{nickname}” hesabının adresi olarak doğrulanacak.
            </p>
            {account && account.nickname !== nickname && (
              <p className="rounded bg-sunken p-3 text-pretty">
                Bu bağlantı, şu an açık olan “{account.nickname}” hesabı için değil.
              </p>
            )}
            <Button
              variant="primary"
              size="large"
              busy={verification.isPending}
              onClick={() => token && verification.mutate(token)}
            >
              Adresimi Doğrula
            </Button>
            <p className="text-sm text-muted text-pretty">
              Bu hesabı siz açmadıysanız doğrulamayın ve bu sayfayı kapatın.
            </p>
          </>
        )
      }
    </MailLinkScreen>
  );
}
