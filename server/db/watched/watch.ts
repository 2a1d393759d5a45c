import { createBackoff } from "#server/processes/backoff.ts";
import type { Database } from "../database.ts";

const RETRY = { firstMs: 100, longestMs: 1000 };

/**
 * Reads something that is in the memory of each process, and again after each notice on `channel`,
 * until `stop` is aborted. Throws where the first read fails; later ones are repeated.
 */
export async function watch(
  db: Database,
  channel: string,
  read: () => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const backoff = createBackoff(RETRY);
  let isReading = false;
  let isStale = false;

  async function readAll() {
    do {
      isStale = false;
      await read();
    } while (isStale);
    backoff.reset();
  }
  function refresh() {
    isStale = true;
    if (stop.aborted || isReading) return;
    isReading = true;
    void readAll()
      .catch(() => {
        setTimeout(refresh, backoff.next()).unref();
      })
      .finally(() => {
        isReading = false;
        if (isStale) refresh();
      });
  }
  db.subscribe(channel, refresh, refresh);
  await readAll();
}
