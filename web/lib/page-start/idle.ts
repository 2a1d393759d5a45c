/** Resolves once the browser is idle: at the start of a page, when React has hydrated it. */
export const whenIdle = () =>
  new Promise<unknown>((resolve) =>
    // Safari has no requestIdleCallback.
    "requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve, 500),
  );
