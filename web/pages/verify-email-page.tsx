import { useQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { MailLinkScreen } from "#web/features/email/mail-link-screen.tsx";
import { useMailLink } from "#web/features/email/use-mail-link.ts";
import { VerifyAddress } from "#web/features/email/verify-address.tsx";
import { isCastElsewhere, waitingSurveyOf } from "#web/features/votes/waiting-vote-tabs.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export const Route = createFileRoute("/email/verify")({ component: VerifyEmailPage });

function VerifyEmailPage() {
  const { token } = useMailLink("verify");
  const isIn = useIsSignedIn();
  const { data, isPending } = useQuery({ ...accountQuery, enabled: isIn });
  // The link that was verified here; another one may be opened in the same tab.
  const [verified, setVerified] = useState<string | null>(null);
  const { navigate } = useRouter();
  const waitingSurvey = data && waitingSurveyOf(data.item.id);

  /** The survey's page casts the vote that waits, unless another tab does. */
  async function goOn() {
    setVerified(token);
    if (waitingSurvey === undefined || (await isCastElsewhere(waitingSurvey))) return;
    await navigate({ to: "/surveys/$id", params: { id: String(waitingSurvey) } });
  }

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
      {(link) => {
        if (link.done || verified === token) {
          return (
            <>
              <div role="status" className="grid gap-1.5">
                <p className="text-xl font-extrabold">E-posta adresiniz doğrulandı</p>
                <p className="text-muted text-pretty wrap-anywhere">
                  {link.email} artık “{link.nickname}” hesabının doğrulanmış adresi. Bekleyen bir
                  oyunuz varsa anketin sayfasında kendiliğinden verilir.
                </p>
              </div>
              {isIn && waitingSurvey !== undefined && (
                <LinkButton
                  variant="primary"
                  size="large"
                  to="/surveys/$id"
                  params={{ id: String(waitingSurvey) }}
                >
                  Ankete Dön
                </LinkButton>
              )}
              {isIn && waitingSurvey === undefined && (
                <LinkButton variant="primary" size="large" to="/">
                  Anketlere Git
                </LinkButton>
              )}
              {!isIn && (
                <LinkButton variant="primary" size="large" to="/login">
                  Giriş Yap
                </LinkButton>
              )}
            </>
          );
        }
        if (isIn && isPending) return <Spinner label="Hesabınıza bakılıyor" />;
        return (
          <VerifyAddress
            key={token}
            token={token ?? ""}
            link={link}
            account={(isIn && data?.item) || null}
            onVerified={goOn}
          />
        );
      }}
    </MailLinkScreen>
  );
}
