import type { FastifyInstance } from "fastify";

/** What goes on beside requests, and must end with the server. */
export interface Closing {
  /** Aborted when the server begins to stop. */
  signal: AbortSignal;
  /** The server waits for this before it has stopped; no answer does. Its failure is logged. */
  waitFor(work: Promise<unknown>): void;
}

export function createClosing(app: FastifyInstance): Closing {
  const controller = new AbortController();
  const unfinished = new Set<Promise<void>>();
  app.addHook("preClose", async () => controller.abort());
  app.addHook("onClose", async () => {
    await Promise.all(unfinished);
  });
  return {
    signal: controller.signal,
    waitFor(work) {
      const ended = work
        .catch((err) => app.log.error({ err }, "what went on beside requests failed"))
        .then(() => void unfinished.delete(ended));
      unfinished.add(ended);
    },
  };
}
