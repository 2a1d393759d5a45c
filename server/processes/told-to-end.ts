// Imports nothing of this project, so that a process listens to signals before it loads the rest.
import cluster from "node:cluster";

export const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
/** What a supervisor sends to a process that is to end. */
export const STOP = "stop";

let end = (): unknown => process.exit(0);
const told = () => end();

/**
 * From now on this process ends at once, with 0, when it is told to end: nothing is accepted yet, and the
 * database commits or undoes what is being written.
 */
export function endAtOnceWhenTold(): void {
  if (cluster.isWorker) whenToldToEnd(told);
  else for (const signal of SIGNALS) process.once(signal, told);
}

/**
 * From now on a process of a cluster ends by `close` when it is told to end; any other process leaves
 * the signals to other listeners.
 */
export function endInOrderBy(close: () => unknown): void {
  end = close;
  if (!cluster.isWorker) for (const signal of SIGNALS) process.off(signal, told);
}

/** From now on calls `listener` at each signal to end, and nothing else does. */
export function takeOverSignals(listener: () => void): void {
  for (const signal of SIGNALS) process.on(signal, listener).off(signal, told);
}

/**
 * In a process that `superviseWorkers` started: calls `close` once when it is to end, because it was
 * told so, got a signal itself, or outlived its supervisor.
 */
export function whenToldToEnd(close: () => void): void {
  let isTold = false;
  const once = () => {
    if (!isTold) close();
    isTold = true;
  };
  // Those of a terminal or a service manager come to the whole group, besides the supervisor's message.
  for (const signal of SIGNALS) process.on(signal, once);
  process.on("message", (message) => message === STOP && once());
  cluster.worker?.on("disconnect", () => {
    // Or Node would end the process at once, unfinished.
    Object.assign(cluster.worker ?? {}, { exitedAfterDisconnect: true });
    once();
  });
}
