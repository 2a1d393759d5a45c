import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { readableAddress } from "#contract/shapes/readable-address.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { whenIdle } from "#web/lib/page-start/idle.ts";
import { getRouter } from "#web/router.tsx";
import { isChunkLoadError, keepPageWithoutCode } from "./lib/api/chunk-load-error.ts";
import { guardDoubleClicks } from "./lib/double-click-guard.ts";
import { hasEarlyInput, hasForeignElements } from "./lib/page-start/early-press.ts";
import { followTranslations } from "./lib/translated-texts.ts";
import { toast } from "./ui/overlay/toast.ts";

const address = location.pathname + location.search;
const readable = readableAddress(address);
if (readable !== address) history.replaceState(null, "", readable);

guardDoubleClicks();
followTranslations();
keepPageWithoutCode();
const isForeign = hasForeignElements();

type EarlyInput = ReturnType<typeof import("./lib/page-start/early-input.ts")["keepEarlyInput"]>;
let earlyInput: EarlyInput | undefined;

/** Loads the code only if the visitor or the browser has already changed the page. */
async function loadEarlyInput(): Promise<void> {
  if (!earlyInput && hasEarlyInput()) {
    earlyInput = (await import("./lib/page-start/early-input.ts")).keepEarlyInput();
  }
}

async function settle() {
  const { early } = window;
  early?.stop();
  try {
    await loadEarlyInput();
    await earlyInput?.settle();
  } catch {
    if (!early?.pressed) return;
    early.mark(early.pressed, false);
    toast.info("Lütfen Düğmeye Yeniden Basın");
  }
}

function AfterHydration() {
  useEffect(() => {
    void settle();
    void whenIdle().then(() => {
      document.documentElement.dataset.hydrated = "";
      void navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
    });
  }, []);
  return null;
}

// Not TanStack Start's own entry, which carries 9 kB for server functions that nothing here uses.
const hydrate = () =>
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={getRouter()} />
      <AfterHydration />
    </StrictMode>,
    {
      // Failed calls are shown on the screen; only unexpected errors belong in the console.
      onCaughtError: (error) => {
        if (!(error instanceof ApiProblem || isChunkLoadError(error))) console.error(error);
      },
      onRecoverableError: (error) => {
        earlyInput?.carryOver();
        // Translations and password managers change the page before React compares it.
        if (!isForeign) reportError(error);
      },
    },
  );

// The page works without that code too.
void loadEarlyInput()
  .catch(() => undefined)
  .then(() => startTransition(() => void hydrate()));
