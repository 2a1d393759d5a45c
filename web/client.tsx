import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { getRouter } from "#web/router.tsx";

// Start's own entry would bring what server functions need, 14 kB that nothing here uses.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={getRouter()} />
    </StrictMode>,
  );
});
