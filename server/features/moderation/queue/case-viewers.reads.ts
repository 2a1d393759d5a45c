import { type SqlBool, sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";

/** An open page says every minute that it is open. */
const VIEWED_MS = 2 * MINUTE_MS;

/** The nicknames of others of staff who have these cases open now, by case. */
export async function readViewers(
  db: Database,
  caseIds: readonly number[],
  { viewerId, now }: { viewerId: number; now: number },
): Promise<Map<number, string[]>> {
  const rows = await db.query
    .selectFrom("case_viewers")
    .innerJoin("users", "users.id", "case_viewers.user_id")
    .select(["case_id", "nickname"])
    .where(sql<SqlBool>`case_id in (select id from ${idRows(db, caseIds)})`)
    .where("seen_at", ">", now - VIEWED_MS)
    .where("user_id", "<>", viewerId)
    .orderBy("seen_at", "desc")
    .execute();
  const byCase = new Map<number, string[]>();
  for (const { case_id, nickname } of rows)
    byCase.set(case_id, [...(byCase.get(case_id) ?? []), nickname]);
  return byCase;
}
