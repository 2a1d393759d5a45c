import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Match } from "#server/features/screening/matching.ts";

/** Why a survey waits for staff to look at it. */
export interface Hold {
  /** Whether it was never published. */
  publishes: boolean;
  matches: Match[];
  /** The hidden survey whose question it resembles. */
  similarTo: number | null;
  held_at: number;
}

type Reader = Pick<Transaction, "selectFrom">;

/** Why a survey is in review now; undefined where it is not. */
export async function readOpenHold(query: Reader, surveyId: number): Promise<Hold | undefined> {
  const row = await query
    .selectFrom("survey_holds")
    .select(["publishes", "matches", "similar_to", "held_at"])
    .where("survey_id", "=", surveyId)
    .where("is_open", "=", 1)
    .executeTakeFirst();
  return (
    row && {
      publishes: row.publishes === 1,
      matches: JSON.parse(row.matches),
      similarTo: row.similar_to,
      held_at: row.held_at,
    }
  );
}

/** Which of these surveys are in review. */
export async function readHeld(db: Database, surveyIds: readonly number[]): Promise<Set<number>> {
  if (surveyIds.length === 0) return new Set();
  const rows = await db.query
    .selectFrom("survey_holds")
    .select("survey_id")
    .where(db.isOneOf(sql.ref("survey_id"), sql`${surveyIds.join()}`))
    .where("is_open", "=", 1)
    .execute();
  return new Set(rows.map(({ survey_id }) => survey_id));
}
