import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { readableAddress } from "#contract/readable-address.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { whenIdle } from "#web/lib/idle.ts";
import { getRouter } from "#web/router.tsx";
import { isChunkLoadError, keepPageWithoutCode } from "./lib/chunk-load-error.ts";
import { guardDoubleClicks } from "./lib/double-click-guard.ts";
import { followTranslations } from "./lib/translated-texts.ts";

const address = location.pathname + location.search;
const readable = readableAddress(address);
if (readable !== address) history.replaceState(null, "", readable);

guardDoubleClicks();
followTranslations();
// React then renders such a page anew instead of taking it over.
const isTranslated = document.querySelector("body font") !== null;
keepPageWithoutCode();

// Not TanStack Start's own entry, which carries 9 kB for server functions that nothing here uses.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={getRouter()} />
    </StrictMode>,
    {
      // Failed calls are shown on the screen; only unexpected errors belong in the console.
      onCaughtError: (error) => {
        if (!(error instanceof ApiProblem || isChunkLoadError(error))) console.error(error);
      },
      onRecoverableError: (error) => {
        if (!isTranslated) reportError(error);
      },
    },
  );
});

void whenIdle().then(() => {
  document.documentElement.dataset.hydrated = "";
});
