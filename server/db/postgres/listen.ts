import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { createBackoff } from "#server/processes/backoff.ts";
import { afterBeats } from "#server/processes/own-time.ts";

/** Short even at most: what is published before the connection is back is not received. */
const RECONNECT = { firstMs: 1000, longestMs: 5000 };
const BEAT_MS = 200;
const SILENT_BEATS = 4;

/**
 * Keeps one connection that receives what any process on this database publishes. After a loss it
 * tries to reconnect, with growing pauses, until `close`. What is published meanwhile is not
 * received: `onMissed` is called when the connection is lost and when it is back. `onSilence` is
 * called when a database that is still connected does not answer, because it is paused or the
 * network is cut.
 */
export function listen(
  newClient: () => pg.Client,
  onMessage: (channel: string, payload: string) => void,
  onSilence: () => void,
  onMissed: () => void,
  backoff = createBackoff(RECONNECT),
): { close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | undefined;

  async function keepListening() {
    while (!closed) {
      client = newClient();
      const lost = new Promise<false>((resolve) => {
        client?.on("error", () => resolve(false));
        client?.on("end", () => resolve(false));
      });
      client.on("notification", ({ payload }) => {
        const notice = readNotice(payload);
        if (notice) onMessage(...notice);
      });
      try {
        await client.connect();
        await client.query("listen kanaat");
        backoff.reset();
        onMissed();
        const silent = await Promise.race([lost, untilSilent(client)]);
        if (silent) onSilence();
      } catch {
        // The queries of the pool report the loss; here the connection is only retried.
      } finally {
        // Where `listen` was refused, as by a standby, the client is still connected.
        void client.end().catch(() => undefined);
      }
      onMissed();
      if (!closed) await sleep(backoff.next(), undefined, { ref: false });
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

/** undefined for a foreign notice: anybody with access to the database can send one. */
function readNotice(payload = ""): [channel: string, text: string] | undefined {
  try {
    const notice: unknown = JSON.parse(payload);
    return Array.isArray(notice) && notice.length === 2
      ? [notice[0], String(notice[1])]
      : undefined;
  } catch {
    return undefined;
  }
}

/** Pings until an answer does not come, then resolves; rejects when the connection is lost. */
async function untilSilent(client: pg.Client): Promise<true> {
  const { promise: silence, resolve } = Promise.withResolvers<true>();
  for (;;) {
    const endPatience = afterBeats(SILENT_BEATS, BEAT_MS, () => resolve(true));
    const answer = client.query("select 1").finally(endPatience);
    const isSilent = await Promise.race([silence, answer]);
    if (isSilent === true) return true;
    await sleep(BEAT_MS, undefined, { ref: false });
  }
}
