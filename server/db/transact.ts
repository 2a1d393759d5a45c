import { setTimeout as sleep } from "node:timers/promises";
import { createBackoff } from "#server/processes/backoff.ts";
import type { Database, Transaction } from "./database.ts";
import { timedFrom } from "./write-deadline.ts";

const ATTEMPTS = 4;
/** If retried at once, the work may take its locks back before the other transaction gets them. */
const WAIT = { firstMs: 10, longestMs: 40 };

/**
 * Runs `work` in one transaction and returns its result. Tries again, four times in total, when
 * another transaction made it fail, by a deadlock or by deleting a row that it refers to; each time
 * after a pause of 5 to 60 ms, all within the deadline of one write. Throws the last error, and any
 * other error at once.
 */
export const transact = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  withRetry(db, () => db.query.transaction().execute(work));

/** Runs and retries a single statement, a transaction by itself, in the same way. */
export async function withRetry<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const backoff = createBackoff(WAIT);
  const since = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await (attempt === 1 ? work() : timedFrom(since, work));
    } catch (error) {
      const fault = db.fault(error);
      const isTransient = fault === "conflict" || fault === "foreign_key";
      if (!isTransient || attempt === ATTEMPTS) throw error;
      await sleep(backoff.next());
    }
  }
}
