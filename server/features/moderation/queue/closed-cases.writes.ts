import { DAY_MS } from "#contract/durations.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";

/** Decisions of so many days make up the median that staff sees (R684). */
export const COUNTED_DAYS = 30;

/** Notes how long a case waited for the decision that closes it. */
export async function noteWait(
  tx: Transaction,
  { opened_at }: { opened_at: number | null },
  now: number,
): Promise<void> {
  if (opened_at === null) return;
  const wait = { closed_at: now, waited_ms: Math.max(0, now - opened_at) };
  await tx.insertInto("closed_cases").values(wait).execute();
}

/** Forgets what is older than the median goes back. */
export const forgetWaits = (db: Database, now: number): Promise<unknown> =>
  transact(db, (tx) =>
    tx
      .deleteFrom("closed_cases")
      .where("closed_at", "<", now - COUNTED_DAYS * DAY_MS)
      .execute(),
  );
