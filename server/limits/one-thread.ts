import { Tinypool } from "tinypool";
import { requireFileHandles } from "./file-handles.ts";

interface ThreadSettings {
  /** The module's path. */
  filename: string;
  /** The function that it exports. */
  name: string;
  heapMb: number;
}

/**
 * Returns a function that runs one of another module in a thread of its own, one call after another.
 * The thread starts with the first call and ends after ten seconds without one. Throws what the
 * function throws, what ended the thread, or the system's error if none can be started, for which
 * the pool would wait for ever.
 */
export function createThread<Given, Made>({ filename, name, heapMb }: ThreadSettings) {
  const threads = new Tinypool({
    ...{ filename, name, minThreads: 0, maxThreads: 1, idleTimeout: 10_000 },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // No secrets, and nothing that the server preloads.
    env: {},
    execArgv: [],
  }).on("error", () => undefined);

  return async (given: Given): Promise<Made> => {
    if (threads.threads.length === 0) requireFileHandles();
    const failed = new AbortController();
    const fail = (error: Error) => failed.abort(error);
    threads.on("error", fail);
    try {
      return await threads.run(given, { signal: failed.signal });
    } catch (error) {
      throw failed.signal.reason ?? error;
    } finally {
      threads.off("error", fail);
    }
  };
}
