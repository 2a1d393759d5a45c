import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:net";
import { MINUTE_MS } from "#contract/durations.ts";

import { WORKER_NUMBER } from "#server/config/config.ts";
import { type Backoff, createBackoff } from "./backoff.ts";

import { afterOwnTime } from "./own-time.ts";
import { sendToParent } from "./send-to-parent.ts";
import { type Passed, passOn } from "./siblings.ts";
import { SIGNALS, STOP, takeOverSignals } from "./told-to-end.ts";

/** Signals within this time, as from npm and a terminal, count as one. */
const ONE_SIGNAL_MS = 1000;
/** A process that has not ended after its delay and this much time of its own is killed. */
const KILLED_AFTER_MS = 9000;
/** Before a process that ended unasked is started again; longer each time in a row. */
const PAUSES = { firstMs: 250, longestMs: 30_000 };
/** A process that has served for this long does not count as failing. */
const STEADY_AFTER_MS = MINUTE_MS;

interface Supervision {
  /** How many processes to run. */
  count: number;
  /** With 0, the first process picks a free one. */
  port: number;
  host: string;
  onListening(port: number): void;
  /** How long processes go on serving before they begin to end. */
  shutdownDelayMs?: number;
}

/**
 * Starts processes of this program that serve on one port, which PORT names, and restarts those
 * that end or cannot be started. The first one runs alone until it listens, so that it does what is
 * done once, such as migrating; if it ends earlier, so does this process, with its code. Ends them
 * all in order on SIGTERM, and exits with 0 if each did. Throws if the port is in use.
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
      // The exit of a started process says more than a message that did not reach it.
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
      // A process that is starting may not receive messages yet.
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

/** Otherwise these processes would share the port with those of another installation. */
async function requireFree({ port, host }: Supervision): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

/**
 * How a process that `superviseWorkers` started listens. On Linux the kernel distributes
 * connections: with Node's own distribution, those handed to a process that is then killed wait for
 * ever.
 */
export const SHARED_PORT = { reusePort: cluster.isWorker && process.platform === "linux" };

/** Tells the supervisor that this process serves, and on which port. */
export const tellListening = (port: number) => sendToParent({ port });
