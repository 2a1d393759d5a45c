import { type ReactNode, useEffect, useState } from "react";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { registration } from "#web/lib/ssr-context.ts";
import { TextLink } from "#web/ui/text-link.tsx";

/** The code of the registration link that was opened in this tab. */
const KEY = "registration-link";

export const registrationInvitation = (): string | undefined => tabStorage.get(KEY) ?? undefined;

interface Props {
  /** The code in the page's address. */
  invitation?: string | undefined;
  /** The form. */
  children: ReactNode;
}

/** Shows the form where the visitor may register, and otherwise says why they cannot (R642). */
export function RegistrationGate({ invitation, children }: Props) {
  const [isInvited, setInvited] = useState(invitation !== undefined);
  // Kept for the way through a provider, and for the dialog. Documents are rendered without it.
  useEffect(() => {
    if (invitation) tabStorage.set(KEY, invitation);
    setInvited(registrationInvitation() !== undefined);
  }, [invitation]);
  const who = registration();
  if (who === "open" || (who === "invited" && isInvited)) return children;
  return (
    <div className="grid gap-3">
      <p className="text-lg font-extrabold">
        {who === "closed" ? "Kayıt şu anda kapalı" : "Kayıt davetle"}
      </p>
      <p className="text-muted text-pretty">
        {who === "closed"
          ? "Bu siteye şu anda yeni üye alınmıyor."
          : "Bu siteye yalnızca davet bağlantısı olanlar kaydolabilir. Bağlantınız varsa bu tarayıcıda açın."}{" "}
        Hesabınız varsa <TextLink to="/login">giriş yapabilirsiniz</TextLink>.
      </p>
    </div>
  );
}
