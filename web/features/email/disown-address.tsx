import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { disownAddress, type MailLink } from "#web/features/email/email.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

interface Props {
  token: string;
  link: MailLink;
  onDisowned: () => void;
}

/** Frees an address with which somebody else opened an account, after a question (R399). */
export function DisownAddress({ token, link, onDisowned }: Props) {
  const [isAsking, setAsking] = useState(false);
  const disowning = useMutation({
    mutationFn: () => disownAddress(token),
    onSuccess: onDisowned,
    onError: (problem) => toastProblem(problem),
  });
  return (
    <>
      <div className="grid gap-2 border-t border-line pt-5">
        <p className="text-muted text-pretty">
          Bu hesabı siz açmadıysanız başkası sizin adresinizi yazmış demektir. Adresinizi o hesaptan
          ayırabilirsiniz.
        </p>
        <div className="flex">
          <Button onClick={() => setAsking(true)}>Bu hesabı ben açmadım</Button>
        </div>
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Bu hesabı siz açmadınız mı?">
        <div className="grid gap-5">
          <p className="text-pretty wrap-anywhere">
            {link.changes_address
              ? `${link.email} “${link.nickname}” hesabının adresi olmaz; hesap şimdiki adresiyle kalır. Bağlantı bir daha kullanılamaz.`
              : `${link.email} adresiyle açılmış “${link.nickname}” hesabı kalıcı olarak silinir. Adresinizle istediğiniz zaman kendi hesabınızı açabilirsiniz.`}
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={() => setAsking(false)}>Vazgeç</Button>
            <Button variant="danger" busy={disowning.isPending} onClick={() => disowning.mutate()}>
              {link.changes_address ? "Adresimi Ayır" : "Hesabı Sil"}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** What is said instead of the link's page afterwards. */
export function Disowned({ link }: { link: MailLink }) {
  const hasAccount = useIsSignedIn();
  return (
    <>
      <div role="status" className="grid gap-1.5">
        <p className="text-xl font-extrabold">Adresiniz ayrıldı</p>
        <p className="text-muted text-pretty wrap-anywhere">
          {link.changes_address
            ? `${link.email} “${link.nickname}” hesabının adresi olmayacak.`
            : `“${link.nickname}” hesabı silindi. ${link.email} adresiyle kendi hesabınızı açabilirsiniz.`}
        </p>
      </div>
      {!hasAccount && (
        <LinkButton variant="primary" size="large" to="/register">
          Kayıt Ol
        </LinkButton>
      )}
    </>
  );
}
