/**
 * Subscribes after `afterMs` milliseconds, with code that is loaded first. Returns a function that
 * stops it, before or after it has subscribed. Without a connection it does not subscribe.
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
