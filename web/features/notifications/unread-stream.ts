import { createStream, whileVisible } from "#web/lib/api/event-stream.ts";

/**
 * Calls `onCount` with the unread count whenever it changes while the page is visible, never by
 * polling. Each stream begins with the count, so that nothing is missed between two. Answers a function
 * that stops it.
 */
export function subscribeToUnreadCount(onCount: (count: number) => void): () => void {
  const stream = createStream("GET /api/auth/account/notifications/stream", (event, data) => {
    if (event === "unread") onCount(Number(data));
  });
  return whileVisible(() => {
    stream.open();
    return stream.close;
  });
}
