import { readStream } from "#web/lib/event-stream.ts";

const RETRY_MS = { first: 1000, longest: 60_000 };
/** The server beats every 25 seconds; a connection that missed two beats is dead. */
const SILENCE_MS = 60_000;

/**
 * Tells the unread count at each change while the page is in sight, never by polling. A connection
 * that breaks is tried again, less and less often; each one begins with the count, so that
 * nothing is missed. Answers the way to stop it.
 */
export function subscribeToUnreadCount(onCount: (count: number) => void): () => void {
  let connection = new AbortController();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function connect() {
    disconnect();
    connection = new AbortController();
    const { signal } = connection;
    await readStream("GET /api/auth/account/notifications/stream", {
      signal,
      silenceMs: SILENCE_MS,
      onEvent: (event, data) => {
        failures = 0;
        if (event === "unread") onCount(Number(data));
      },
      // Whatever went wrong, the next attempt will tell.
    }).catch(() => undefined);
    if (signal.aborted) return;
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
