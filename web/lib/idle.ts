/** Resolves once the browser has nothing else to do, such as React taking a document over. */
export const idle = () =>
  new Promise<unknown>((resolve) =>
    // Safari has none.
    "requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve, 500),
  );
