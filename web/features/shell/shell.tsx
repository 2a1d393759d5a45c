import type { ReactNode } from "react";
import { AccountStrip } from "#web/features/accounts/account-strip.tsx";
import { AuthDialog } from "#web/features/accounts/auth-dialog.tsx";
import { NotificationsPanel } from "#web/features/notifications/notifications-panel.tsx";
import { Footer } from "#web/features/shell/footer.tsx";
import { Header } from "#web/features/shell/header.tsx";
import { PageAnnouncer } from "#web/features/shell/page-announcer.tsx";
import { PageProgress } from "#web/features/shell/page-progress.tsx";
import { PhoneBar } from "#web/features/shell/phone-bar.tsx";
import { useSessionEffects } from "#web/features/shell/use-session-effects.ts";
import { ToastArea } from "#web/ui/overlay/toast-area.tsx";

const CONTENT = "icerik";

/** Everything around a page: header, footer, dialogs and toasts. */
export function Shell({ children }: { children: ReactNode }) {
  useSessionEffects();
  return (
    <div className="flex min-h-[calc(100dvh-var(--phone-bar))] flex-col">
      <a
        href={`#${CONTENT}`}
        className="sr-only z-50 rounded bg-surface px-4 py-3 font-semibold shadow focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        İçeriğe geç
      </a>
      <PageProgress />
      <PageAnnouncer content={CONTENT} />
      <Header />
      <AccountStrip />
      <noscript>
        <div className="border-b border-line bg-turkuaz-soft">
          <p className="wide py-3">
            Oy vermek, anket oluşturmak ve giriş yapmak için tarayıcınızda JavaScript’i açın.
            Anketleri ve sonuçlarını onsuz da okuyabilirsiniz.
          </p>
        </div>
      </noscript>
      <main id={CONTENT} tabIndex={-1} className="grow pt-6 pb-16 outline-none sm:pt-10">
        {children}
      </main>
      <Footer />
      <PhoneBar />
      <NotificationsPanel />
      <AuthDialog />
      <ToastArea />
    </div>
  );
}
