/**
 * Subscribes by code that is loaded first, where the page does not need it to be read. Answers a function
 * that stops it, before or after. Without a connection nothing is subscribed to.
 */
export function subscribeLater(subscribe: () => Promise<() => void>): () => void {
  let isStopped = false;
  let unsubscribe: (() => void) | undefined;
  subscribe().then(
    (stop) => {
      unsubscribe = stop;
      if (isStopped) stop();
    },
    () => undefined,
  );
  return () => {
    isStopped = true;
    unsubscribe?.();
  };
}
