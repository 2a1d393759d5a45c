import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { isNotHiddenAt, NOT_REMOVED } from "#server/features/visibility/visibility.reads.ts";
import { createNotifications } from "./notifications.writes.ts";

const MILESTONES = [1000, 500, 100, 50, 10];

export interface Growth {
  surveyId: number;
  /** Its number of votes before and now. */
  before: number;
  votes: number;
}

/**
 * Notifies the owners of surveys that have reached a milestone; of several at once, only the
 * highest. Those whose results are hidden from everybody reach none that anybody is told (R590, R665).
 */
export async function notifyMilestones(
  db: Database,
  tx: Transaction,
  growths: readonly Growth[],
  now: number,
): Promise<void> {
  for (const { surveyId, before, votes } of growths) {
    const number = MILESTONES.find((milestone) => before < milestone && milestone <= votes);
    if (number === undefined) continue;
    const { rows } = await sql<{ owner_id: number }>`select owner_id from surveys
      where id = ${surveyId} and ${NOT_REMOVED} and ${isNotHiddenAt(db, now)}`.execute(tx);
    const owners = rows.map(({ owner_id }) => ({ userId: owner_id, actorId: null }));
    await createNotifications(db, tx, owners, { kind: "milestone", surveyId, number, now });
  }
}
