import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { readableAddress } from "#contract/readable-address.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { idle } from "#web/lib/idle.ts";
import { getRouter } from "#web/router.tsx";
import { stayWithoutLine } from "./lib/chunk-load-error.ts";
import { guardDoubleClicks } from "./lib/double-click-guard.ts";

const address = location.pathname + location.search;
const readable = readableAddress(address);
if (readable !== address) history.replaceState(null, "", readable);

guardDoubleClicks();
stayWithoutLine();

// Start's own entry would bring what server functions need, 9 kB that nothing here uses.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={getRouter()} />
    </StrictMode>,
    {
      // A failed call is told on the screen; only what nobody expected belongs in the console.
      onCaughtError: (error) => {
        if (!(error instanceof ApiProblem)) console.error(error);
      },
    },
  );
});

void idle().then(() => {
  document.documentElement.dataset.takenOver = "";
});
