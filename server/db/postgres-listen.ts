import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const RETRY_MS = 1000;

/**
 * Keeps one connection that hears what any process on this database publishes; it comes back by
 * itself after a loss. What was published meanwhile is not heard.
 */
export function listen(
  settings: pg.ClientConfig,
  hear: (channel: string, payload: string) => void,
): { close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | undefined;

  async function keepListening() {
    while (!closed) {
      client = new pg.Client(settings);
      const lost = new Promise<void>((resolve) => {
        client?.on("error", () => resolve());
        client?.on("end", () => resolve());
      });
      client.on("notification", ({ payload }) => {
        const [channel, text] = JSON.parse(payload ?? "[]") as [string, string];
        hear(channel, text);
      });
      try {
        await client.connect();
        await client.query("listen kanaat");
        await lost;
      } catch {
        // The pool's own queries report the loss; here it is only tried again.
      }
      if (!closed) await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  void keepListening();
  return {
    close: async () => {
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
