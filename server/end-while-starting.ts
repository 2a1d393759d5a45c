import cluster from "node:cluster";
import { SIGNALS, whenToldToEnd } from "./cluster.ts";

// From this import on, a process that is told to end while it starts ends at once: nothing is accepted
// yet, and the database commits or undoes what is being written.
let end = (): unknown => process.exit(0);
const told = () => end();
if (cluster.isWorker) whenToldToEnd(told);
else for (const signal of SIGNALS) process.once(signal, told);

/**
 * To be called once the process can end in order: one of a cluster then ends by `close`, and any other
 * leaves the signals to whoever listens to them besides.
 */
export function endInOrderBy(close: () => unknown): void {
  end = close;
  if (!cluster.isWorker) for (const signal of SIGNALS) process.off(signal, told);
}
