import { useMutation } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { undoEmailChange } from "#web/features/email/email.api.ts";
import { MailLinkScreen } from "#web/features/email/mail-link-screen.tsx";
import { useMailLink } from "#web/features/email/use-mail-link.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export const Route = createFileRoute("/email/undo")({ component: UndoEmailPage });

function UndoEmailPage() {
  const { token } = useMailLink("undo");
  const undo = useMutation({
    mutationFn: undoEmailChange,
    onError: (problem) => toastProblem(problem),
  });
  return (
    <MailLinkScreen
      title="E-posta adresi değişikliği"
      purpose="undo"
      token={token}
      another={
        <p className="text-muted text-pretty">
          Hesabınıza giremiyorsanız <TextLink to="/contact">iletişim sayfasından</TextLink> bize
          yazın.
        </p>
      }
    >
      {({ email, nickname }) =>
        undo.isSuccess ? (
          <div role="status" className="grid gap-1.5">
            <p className="text-xl font-extrabold">Değişiklik geri alındı</p>
            <p className="text-muted text-pretty wrap-anywhere">
              “{nickname}” hesabının adresi yeniden {email}. Bütün oturumlar kapatıldı; yeni bir
              şifre belirlemeniz için bu adrese bir bağlantı gönderdik.
            </p>
          </div>
        ) : (
          <>
            <p className="text-pretty wrap-anywhere">
              “{nickname}” hesabının adresi yeniden <b>{email}</b> olacak, bütün cihazlardaki
              oturumlar kapanacak, bu sırada eklenen giriş yolları kaldırılacak ve yeni bir şifre
              belirlemeniz için bir bağlantı gönderilecek.
            </p>
            <Button
              variant="primary"
              size="large"
              busy={undo.isPending}
              onClick={() => token && undo.mutate(token)}
            >
              Değişikliği Geri Al
            </Button>
          </>
        )
      }
    </MailLinkScreen>
  );
}
