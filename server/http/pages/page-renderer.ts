import { availableParallelism } from "node:os";
import { join } from "node:path";
import { MessageChannel, type Worker } from "node:worker_threads";
import { Tinypool } from "tinypool";
import type { PageCall } from "#contract/endpoint.ts";
import type { Sources } from "#server/http/cache/document-cache.ts";
import { createFairQueue } from "#server/limits/fair-queue.ts";
import { measure } from "#server/telemetry/metrics.ts";
import type { PageDocument } from "./page-document.ts";
import { daysKeptJson, type PagesOptions, providersJson, siteOrigin } from "./page-request.ts";
import type { PageStart, PageTask, WorkerSettings } from "./page-worker.ts";
import { watchPage } from "./stuck-page.ts";

/** Leaves one processor to everything else. */
const WORKERS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** So that one page renders while others wait for their data. */
const PAGES_EACH = 4;
/** How long a second worker may be idle before it ends. */
const IDLE_MS = 30_000;
/** Few enough that one network does not delay others, and all together are no overload. */
const ROOM = { caller: 16, all: 64 };
const PATIENCE_MS = 250;
const WORKER_MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

export interface RenderedDocument extends PageDocument {
  sources: Sources;
}

interface PageRenderer {
  /**
   * Renders the page at an address. `caller` is a network. Throws `QueueFull` while too much waits
   * to be rendered, and any other error where the worker failed.
   */
  render(address: string, caller: string): Promise<RenderedDocument>;
  /** Whether `render` may take one more page for the caller; asking costs less than a refusal. */
  hasRoom(caller: string): boolean;
  /**
   * A document without a page, the same for every address: the browser loads the page itself. The
   * first takes as long as a worker takes to start.
   */
  renderShell(): Promise<RenderedDocument>;
  close(): Promise<void>;
}

/**
 * Renders pages in worker threads; networks take turns. The pages' API calls run here, few at once,
 * so that neither rendering nor its reads delay other requests.
 */
export function createPageRenderer(options: PagesOptions): PageRenderer {
  const settings: WorkerSettings = {
    distDir: options.distDir,
    apiBase: options.apiBase ?? "",
    imageBase: options.imageBase ?? "",
    sendsMail: options.sendsMail ?? false,
    registration: options.registration ?? "open",
    providers: providersJson(options),
    daysKept: daysKeptJson(options),
    origin: siteOrigin(options),
  };
  const start = () =>
    new Tinypool({
      filename: join(import.meta.dirname, "page-worker.ts"),
      name: "render",
      workerData: settings,
      minThreads: 1,
      maxThreads: WORKERS,
      concurrentTasksPerWorker: PAGES_EACH,
      idleTimeout: IDLE_MS,
      resourceLimits: WORKER_MEMORY,
      // No secrets from the environment, and no modules that are preloaded for the server.
      env: {},
      execArgv: [],
    }).on("error", options.onError);
  let pool = start();
  const lanes = WORKERS * PAGES_EACH;
  const inTurn = createFairQueue({ lanes, room: ROOM, patienceMs: PATIENCE_MS });

  measure({
    name: "kanaat_page_renders",
    help: "Pages that wait to be rendered, and those under way",
    kind: "gauge",
    label: "state",
    read: () => inTurn.count(),
  });

  /** Ends stuck workers, with everything that they are rendering, and starts others. */
  function replace(stuck: Tinypool) {
    if (pool !== stuck) return;
    pool = start();
    options.onError(new Error("A page could not be rendered in time."));
    void stuck.destroy();
  }

  async function run(address: string | null): Promise<RenderedDocument> {
    const { port1, port2 } = new MessageChannel();
    const sources: Sources = [];
    const usual = pool;
    let asked = 0;
    let watch: ReturnType<typeof watchPage> | undefined;
    let answers = Promise.resolve();
    port1.on("message", (message: PageStart | PageCall) => {
      if ("threadId" in message) {
        const worker = workerOf(usual, message.threadId);
        if (worker) watch = watchPage(worker, () => replace(usual));
        else replace(usual);
        return;
      }
      asked++;
      watch?.pause();
      const answering = options.api(message);
      answers = answers.then(async () => {
        const answer = await answering;
        sources.push({ call: message, etag: answer.etag });
        port1.postMessage(answer);
        asked--;
        if (asked === 0) watch?.resume();
      });
    });
    try {
      const task: PageTask = { address, port: port2 };
      // The pool's types use another overload of `postMessage`.
      const transferList = [port2] as never;
      const document: PageDocument = await usual.run(task, { transferList });
      return { ...document, sources };
    } finally {
      watch?.end();
      port1.close();
    }
  }

  return {
    render: (address, caller) => inTurn(caller, 1, () => run(address)),
    hasRoom: inTurn.hasRoom,
    renderShell: () => run(null),
    close: () => pool.destroy(),
  };
}

const workerOf = (pool: Tinypool, threadId: number): Worker | undefined =>
  (pool.threads as unknown as { thread: Worker }[]).find(
    ({ thread }) => thread.threadId === threadId,
  )?.thread;
