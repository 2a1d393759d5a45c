import type { FastifyInstance } from "fastify";

/** What goes on beside requests, and must end with the server. */
export interface Closing {
  /** Aborted when the server begins to stop. */
  signal: AbortSignal;
  /** The server waits for this before it has stopped; no answer does. It must not reject. */
  waitFor(work: Promise<void>): void;
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
      unfinished.add(work);
      void work.finally(() => unfinished.delete(work));
    },
  };
}
