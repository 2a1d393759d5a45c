import { createRoot } from "react-dom/client";
import { browserStorage } from "#web/lib/browser-storage.ts";
import { isInApp } from "#web/lib/in-app-browser.ts";
import { Button } from "#web/ui/button.tsx";

/** Holds the number of votes until the offer was answered, then "answered". */
const KEY = "install-offer";
const VOTES = 3;
/** Of the element that the offer is in. */
const ID = "install-offer";

/** Counts a vote in this browser; with the third, and until an answer, offers to install the site. */
export function offerInstalling(): void {
  const kept = browserStorage.get(KEY);
  if (kept === "answered") return;
  const votes = (Number(kept) || 0) + 1;
  browserStorage.set(KEY, String(votes));
  const canInstall = window.installPrompt !== undefined || isAppleTouch();
  if (votes < VOTES || !canInstall || isInstalled() || isInApp()) return;
  if (document.getElementById(ID)) return;
  // A root of its own: the code is loaded with a vote, and no page has to know of it.
  const box = document.body.appendChild(document.createElement("div"));
  box.id = ID;
  const root = createRoot(box);
  root.render(
    <InstallOffer
      onAnswer={() => {
        browserStorage.set(KEY, "answered");
        root.unmount();
        box.remove();
      }}
    />,
  );
}

/** Only Apple's browsers on phones and tablets know the property. */
const isAppleTouch = (): boolean => "standalone" in navigator && navigator.maxTouchPoints > 1;

const isInstalled = (): boolean =>
  ("standalone" in navigator && navigator.standalone === true) ||
  matchMedia("(display-mode: standalone)").matches;

function InstallOffer({ onAnswer }: { onAnswer: () => void }) {
  const { installPrompt } = window;
  const install = () => {
    onAnswer();
    void installPrompt?.prompt().catch(() => undefined);
  };
  return (
    <section
      aria-label="Uygulama olarak kullanın"
      aria-live="polite"
      className="fixed inset-x-2 top-2 z-30 grid animate-rise gap-2 rounded border border-line bg-surface p-4 shadow-lg sm:left-auto sm:w-96 print:hidden"
    >
      <h2 className="font-extrabold">Bu siteyi uygulama olarak kullanın</h2>
      <p className="text-muted text-pretty">
        {installPrompt
          ? "Kendi penceresinde, doğrudan Akış’ta açılır."
          : "Tarayıcının Paylaş düğmesine, ardından “Ana Ekrana Ekle”ye dokunun: ana ekranınızdan, doğrudan Akış’ta açılır."}
      </p>
      <div className="flex flex-wrap gap-2">
        {installPrompt ? (
          <>
            <Button variant="primary" onClick={install}>
              Yükle
            </Button>
            <Button variant="ghost" onClick={onAnswer}>
              İstemiyorum
            </Button>
          </>
        ) : (
          <Button onClick={onAnswer}>Tamam</Button>
        )}
      </div>
    </section>
  );
}
