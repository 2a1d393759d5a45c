import { readStream } from "#web/lib/event-stream.ts";

const RETRY_MS = { first: 1000, longest: 60_000 };
/** A stream that held for so long was well; one that ends sooner counts as a failure. */
const STABLE_MS = 60_000;
/** The server beats every 25 seconds; a connection that missed two beats is dead. */
const SILENCE_MS = 60_000;

/**
 * Calls `onCount` with the unread count whenever it changes while the page is visible, never by
 * polling. A stream that breaks is opened again for as long as the page is visible, less and less
 * often; each one begins with the count, so that nothing is missed. Answers a function that stops it.
 */
export function subscribeToUnreadCount(onCount: (count: number) => void): () => void {
  let connection = new AbortController();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function connect() {
    disconnect();
    connection = new AbortController();
    const { signal } = connection;
    const openedAt = performance.now();
    await readStream("GET /api/auth/account/notifications/stream", {
      signal,
      silenceMs: SILENCE_MS,
      onEvent: (event, data) => {
        if (event === "unread") onCount(Number(data));
      },
      // It is tried again below, whatever went wrong.
    }).catch(() => undefined);
    if (signal.aborted) return;
    if (performance.now() - openedAt >= STABLE_MS) failures = 0;
    const wait = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.longest);
    failures += 1;
    // Spread out, so that a server that was away is not met by everybody at once.
    retry = setTimeout(connect, wait * (0.5 + Math.random()));
  }

  function disconnect() {
    clearTimeout(retry);
    connection.abort();
  }

  const onSight = () => (document.hidden ? disconnect() : void connect());
  document.addEventListener("visibilitychange", onSight);
  window.addEventListener("online", onSight);
  onSight();
  return () => {
    document.removeEventListener("visibilitychange", onSight);
    window.removeEventListener("online", onSight);
    disconnect();
  };
}
