/**
 * Subscribes after so many milliseconds, by code that is loaded first. Answers a function that stops it,
 * before or after. Without a connection nothing is subscribed to.
 */
export function subscribeLater(subscribe: () => Promise<() => void>, afterMs = 0): () => void {
  let isStopped = false;
  let unsubscribe: (() => void) | undefined;
  const timer = setTimeout(async () => {
    unsubscribe = await subscribe().catch(() => undefined);
    if (isStopped) unsubscribe?.();
  }, afterMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe?.();
  };
}
