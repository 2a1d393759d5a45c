import { useQuery } from "@tanstack/react-query";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useEffect, useState } from "react";
import { takeResumed } from "#web/features/sign-in/resumed-act.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { LinkedProviders } from "./linked-providers.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import { factorsQuery } from "./security.api.ts";

const SecondFactors = lazyComponent("Ayarlar yükleniyor", async () => {
  const { SecondFactors } = await import("#web/features/sign-in/security/second-factors.tsx");
  return SecondFactors;
});

/** The settings that protect the account. */
export function SecuritySettings({ nickname }: { nickname: string }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (takeResumed(`${nickname} factors`)) setOpen(true);
  }, [nickname]);
  const { data } = useQuery(factorsQuery);
  return (
    <section
      aria-labelledby="guvenlik"
      className="grid gap-3 rounded border border-line bg-surface p-5"
    >
      <h2 id="guvenlik" tabIndex={-1} className="text-xl font-extrabold outline-none">
        Güvenlik
      </h2>
      <p className="text-muted text-pretty">
        Girişe ikinci bir adım ekleyebilir, geçiş anahtarıyla giriş yapabilir, hesabınıza nerelerden
        girildiğini görebilirsiniz.
      </p>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ShieldCheck className="size-5" aria-hidden="true" />
        {`İki Adımlı Doğrulama${data ? `: ${isOn(data.item) ? "Açık" : "Kapalı"}` : ""}`}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="İki adımlı doğrulama">
        <SecondFactors nickname={nickname} />
      </Dialog>
      <OpenSessions />
      <LinkedProviders nickname={nickname} />
    </section>
  );
}

const isOn = (factors: { totp_since: string | null; passkeys: readonly unknown[] }): boolean =>
  factors.totp_since !== null || factors.passkeys.length > 0;
