import type { FastifyInstance } from "fastify";

/** Work that shutdown waits for, but no request. */
export interface BackgroundTasks {
  /** Aborted when the server begins to stop. */
  signal: AbortSignal;
  /** Makes shutdown wait for `task`; if it fails, that is logged. */
  add(task: Promise<unknown>): void;
}

export function createBackgroundTasks(app: FastifyInstance): BackgroundTasks {
  const controller = new AbortController();
  const running = new Set<Promise<void>>();
  app.addHook("preClose", async () => controller.abort());
  app.addHook("onClose", async () => {
    await Promise.all(running);
  });
  return {
    signal: controller.signal,
    add(task) {
      const ended = task
        .catch((err) => app.log.error({ err }, "a background task failed"))
        .then(() => void running.delete(ended));
      running.add(ended);
    },
  };
}
