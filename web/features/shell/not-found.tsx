import { useHydrated, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useLoginState } from "#web/lib/session.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Mark } from "#web/ui/mark.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/**
 * The page for what is not there. The server looked without a token: what only this person may
 * see, such as an own draft, is therefore asked for again before it is called missing.
 */
export function NotFound() {
  const isFromServer = !useHydrated();
  const [mayBePersonal, setMayBePersonal] = useState(isFromServer);
  const login = useLoginState();
  const router = useRouter();

  useEffect(() => {
    if (!mayBePersonal || login === "unknown") return;
    const answered = login === "in" ? router.invalidate() : Promise.resolve();
    void answered.then(() => setMayBePersonal(false));
  }, [mayBePersonal, login, router]);

  return (
    <>
      {mayBePersonal && (
        <div className="grid place-items-center py-24 signed-out:hidden">
          <Spinner label="Sayfa yükleniyor" />
        </div>
      )}
      <section
        className={`wide grid justify-items-center gap-6 py-12 text-center ${mayBePersonal ? "signed-in:hidden" : ""}`}
      >
        <Mark className="size-24 text-nar" />
        <div className="grid gap-2">
          <h1 className="text-question">Sayfa Bulunamadı</h1>
          <p className="max-w-md text-lg text-muted text-pretty">
            Aradığınız sayfa kaldırılmış, taşınmış ya da hiç var olmamış olabilir.
          </p>
        </div>
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton kind="act" to="/">
            Anasayfaya Dön
          </LinkButton>
          <LinkButton to="/discovery">Anketleri Keşfet</LinkButton>
        </div>
      </section>
    </>
  );
}
