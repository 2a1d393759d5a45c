import type { ReactNode } from "react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";

/** The page for addresses that lead to nothing. */
export function NotFound({ children }: { children?: ReactNode }) {
  return (
    <section className="wide grid justify-items-center gap-6 py-12 text-center">
      <Logo className="size-24 text-nar" />
      <div className="grid gap-2">
        <h1 className="text-question">Sayfa Bulunamadı</h1>
        <p className="max-w-md text-lg text-muted text-pretty">
          Aradığınız sayfa kaldırılmış, taşınmış ya da hiç var olmamış olabilir.
        </p>
        {children}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton variant="primary" to="/">
          Anasayfaya Dön
        </LinkButton>
        <LinkButton to="/discovery">Anketleri Keşfet</LinkButton>
      </div>
    </section>
  );
}
