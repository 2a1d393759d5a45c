import { spread } from "#server/telemetry/metrics.ts";
import { OutcomeUnknown, timedFrom, WriteRefused } from "./write-deadline.ts";

const sizes = spread({
  name: "kanaat_group_commit_size",
  help: "Calls that shared a commit",
  buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
});
const durations = spread({
  name: "kanaat_group_commit_seconds",
  help: "How long such commits took, failed ones too",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
});

const MAX_GATHERING_MS = 5;
/**
 * A commit that fails on a lock has used up nearly all of the 2 s within which a caller must be
 * answered; callers who waited behind it for longer than this cannot wait for another one.
 */
const MAX_WAIT_BEHIND_FAILURE_MS = 50;

/**
 * Returns a function that writes items in groups: those that arrive during a commit share the next
 * one. Each call resolves after the commit of its own item. When a commit fails, its calls fail
 * with its error, and so do those that waited behind it for too long. The deadline of a commit
 * counts from its earliest call. `write` gets at most `largest` items and returns the answers in
 * their order.
 */
export function groupCommit<Item, Answer>(
  write: (items: Item[]) => Promise<Answer[]>,
  largest: number,
): (item: Item) => Promise<Answer> {
  type Waiting = {
    item: Item;
    since: number;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  };
  const waiting: Waiting[] = [];
  let running = false;

  async function run() {
    running = true;
    await gatherArrivals();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largest);
      const begunAt = performance.now();
      sizes.observe(batch.length);
      try {
        const since = batch[0]?.since ?? 0;
        const answers = await timedFrom(since, () => write(batch.map((one) => one.item)));
        batch.forEach((one, i) => {
          one.resolve(answers[i] as Answer);
        });
      } catch (error) {
        const earliest = performance.now() - MAX_WAIT_BEHIND_FAILURE_MS;
        const firstToKeep = waiting.findIndex(({ since }) => since > earliest);
        const expired = waiting.splice(0, firstToKeep < 0 ? waiting.length : firstToKeep);
        for (const one of batch) one.reject(error);
        for (const one of expired) one.reject(forWaiting(error));
      }
      durations.observe((performance.now() - begunAt) / 1000);
    }
    running = false;
  }

  /** Calls made together arrive over several turns; waiting while more come saves a commit. */
  async function gatherArrivals() {
    const until = performance.now() + MAX_GATHERING_MS;
    let before: number;
    do {
      before = waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    } while (waiting.length > before && waiting.length < largest && performance.now() < until);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject });
      if (!running) void run();
    });
}

/** The error for calls that were only waiting: nothing of theirs has been saved. */
const forWaiting = (error: unknown) =>
  error instanceof OutcomeUnknown ? new WriteRefused(error.message, { cause: error }) : error;
