import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:net";

import { WORKER_NUMBER } from "#server/config/config.ts";
import { type Backoff, createBackoff } from "./backoff.ts";

import { afterOwnTime } from "./own-time.ts";
import { type Passed, passOn } from "./siblings.ts";
import { SIGNALS, STOP, takeOverSignals } from "./told-to-end.ts";

/** Signals that come together, from npm and from a terminal, are one. */
const ONE_SIGNAL_MS = 1000;
/** A process that has not ended after its delay and so much time of its own is killed. */
const KILLED_AFTER_MS = 9000;
/** Before a process that ended unasked is started again; each time in a row longer. */
const PAUSES = { firstMs: 250, longestMs: 30_000 };
/** A process that has served for so long does not count as failing. */
const STEADY_AFTER_MS = 60_000;

interface Supervision {
  /** How many processes serve. */
  count: number;
  /** 0 lets the first process choose one. */
  port: number;
  host: string;
  onListening(port: number): void;
  /** How long processes go on before they begin to end. */
  shutdownDelayMs?: number;
}

/**
 * Starts processes of this program that serve on one port, which PORT names, and starts those again that
 * end or cannot be started. The first one is alone until it listens, so that what is done once, such as
 * migrating, is done by it; if it ends earlier, so does this process, with its code. Ends them all in
 * order on SIGTERM, and exits 0 if each did. Throws where the port is taken.
 */
export async function superviseWorkers(options: Supervision): Promise<void> {
  const { count, onListening, shutdownDelayMs = 500 } = options;
  let { port } = options;
  await requireFree(options);
  const running = new Map<number, Worker>();
  const serving = new Map<number, Worker>();
  let isServing = false;
  let stoppingSince: number | undefined;
  let exitCode = 0;

  const begin = (number: number, backoff = createBackoff(PAUSES)) => {
    const startedAt = performance.now();
    let worker: Worker;
    try {
      worker = cluster.fork({ [WORKER_NUMBER]: String(number), PORT: String(port) });
    } catch (error) {
      return beginLater(number, backoff, `could not be started (${Object(error).code})`);
    }
    worker.on("error", (error: NodeJS.ErrnoException) => {
      // Of one that has started, its exit says more than a message that it did not take.
      if (worker.process.pid !== undefined) return;
      delete cluster.workers?.[worker.id];
      beginLater(number, backoff, `could not be started (${error.code})`);
    });
    if (worker.process.pid === undefined) return;
    running.set(number, worker);
    worker.on("message", (message: { port: number } | Passed) => {
      if (!("port" in message)) return passOn(message, number, serving);
      serving.set(number, worker);
      if (isServing) return;
      isServing = true;
      port = message.port;
      onListening(port);
      for (let other = 0; other < count; other++) if (other !== number) begin(other);
    });
    worker.once("exit", (code, signal) => {
      running.delete(number);
      serving.delete(number);
      if (stoppingSince !== undefined) {
        const isAsked = SIGNALS.some((own) => own === signal);
        exitCode ||= code ?? (isAsked ? 0 : 1);
        if (running.size === 0) process.exit(exitCode);
        return;
      }
      if (!isServing) process.exit(code || 1);
      if (performance.now() - startedAt > STEADY_AFTER_MS) backoff.reset();
      beginLater(number, backoff, `ended (${signal ?? code})`);
    });
  };

  const beginLater = (number: number, backoff: Backoff, why: string) => {
    const pauseMs = backoff.next();
    const seconds = (pauseMs / 1000).toFixed(1);
    console.error(`Process ${number} ${why} and is started again in ${seconds} s.`);
    setTimeout(() => {
      if (stoppingSince === undefined) begin(number, backoff);
    }, pauseMs);
  };

  const stop = () => {
    const now = performance.now();
    if (stoppingSince !== undefined && now - stoppingSince < ONE_SIGNAL_MS) return;
    if (stoppingSince !== undefined) return killAll();
    stoppingSince = now;
    if (running.size === 0) process.exit(0);
    for (const [number, worker] of running) {
      if (worker.isConnected()) worker.send(STOP);
      // One that is starting may not hear what is sent yet.
      if (!serving.has(number)) worker.process.kill("SIGTERM");
    }
    const pids = () => [...running.values()].flatMap((worker) => worker.process.pid ?? []);
    afterOwnTime(shutdownDelayMs + KILLED_AFTER_MS, killAll, pids);
  };
  const killAll = () => {
    for (const worker of running.values()) worker.process.kill("SIGKILL");
  };

  takeOverSignals(stop);
  begin(0);
}

/** Processes that share a port would share it with those of another installation too. */
async function requireFree({ port, host }: Supervision): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

/**
 * How a process that `superviseWorkers` started listens. On Linux the kernel hands out connections:
 * Node's own way of it leaves those waiting for ever that it has handed to a process which is killed.
 */
export const SHARED_PORT = { reusePort: cluster.isWorker && process.platform === "linux" };

/** Tells the supervisor that this process serves, and where. */
export const tellListening = (port: number) => void process.send?.({ port });
