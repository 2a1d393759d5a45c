import type { Database, Transaction } from "./open.ts";

const ATTEMPTS = 4;

/**
 * Runs `work` in one transaction, and anew when one that ended meanwhile made it fail: by a
 * deadlock, or by taking away a row that it refers to. What fails for good is thrown as it is.
 */
export const transact = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  repeated(db, () => db.query.transaction().execute(work));

/** The same for what is a transaction by itself. */
export async function repeated<T>(db: Database, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const fault = db.fault(error);
      const passing = fault === "conflict" || fault === "foreign_key";
      if (!passing || attempt === ATTEMPTS) throw error;
    }
  }
}
