import { BRAND } from "#contract/brand.ts";
import { Logo } from "#web/ui/logo.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** Shown in a document that was sent without its page, until the browser has loaded the page. */
export function LoadingPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-page">
        <div className="wide flex min-h-16 items-center">
          <a href="/" className="flex min-h-11 items-center gap-2 rounded">
            <Logo className="size-8 text-nar" />
            <span className="text-[min(1.5rem,7.5vw)] font-extrabold tracking-heading">
              {BRAND}
            </span>
          </a>
        </div>
      </header>
      <main className="grid grow place-items-center py-12">
        <noscript>
          <p className="column text-lg text-pretty">
            Site şu anda çok yoğun. Sayfayı görmek için birazdan yeniden deneyin ya da tarayıcınızda
            JavaScript’i açın.
          </p>
        </noscript>
        <div className="noscript:hidden">
          <Spinner label="Sayfa yükleniyor" />
        </div>
      </main>
    </div>
  );
}
