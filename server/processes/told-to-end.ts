// Imports nothing of this project, so that a process listens to signals before it loads the rest.
import cluster from "node:cluster";

export const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
/** The supervisor's message to a process that has to end. */
export const STOP = "stop";

let end = (): unknown => process.exit(0);
const told = () => end();

/**
 * From now on this process exits at once, with 0, when it is told to end: no requests are accepted
 * yet, and the database commits or rolls back what is being written.
 */
export function endAtOnceWhenTold(): void {
  if (cluster.isWorker) whenToldToEnd(told);
  else for (const signal of SIGNALS) process.once(signal, told);
}

/**
 * From now on a process of a cluster calls `close` when it is told to end; any other process leaves
 * the signals to other listeners.
 */
export function endInOrderBy(close: () => unknown): void {
  end = close;
  if (!cluster.isWorker) for (const signal of SIGNALS) process.off(signal, told);
}

/** From now on, signals to end only call `listener`. */
export function takeOverSignals(listener: () => void): void {
  for (const signal of SIGNALS) process.on(signal, listener).off(signal, told);
}

/**
 * In a process that `superviseWorkers` started: calls `close` once when the process has to end,
 * because of a message, a signal, or the end of its supervisor.
 */
export function whenToldToEnd(close: () => void): void {
  let isTold = false;
  const once = () => {
    if (!isTold) close();
    isTold = true;
  };
  // A terminal or service manager signals the whole group, besides the supervisor's message.
  for (const signal of SIGNALS) process.on(signal, once);
  process.on("message", (message) => message === STOP && once());
  cluster.worker?.on("disconnect", () => {
    // Otherwise Node would end the process at once, with work unfinished.
    Object.assign(cluster.worker ?? {}, { exitedAfterDisconnect: true });
    once();
  });
}
