import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { IS_PLAIN } from "#server/features/ballots/ballots.reads.ts";
import { shownCount } from "#server/features/ballots/shown-counts.reads.ts";
import { isNotHiddenAt, isOver } from "#server/features/visibility/visibility.reads.ts";
import { notifyVoters } from "./ended.writes.ts";

const SURVEYS_AT_ONCE = 100;
/** Least time between two notifications about new leaders of one survey. */
const NOTIFIED_EVERY_MS = DAY_MS;

/**
 * Notes which option leads each of these surveys where each voter chooses one; in a tie, the last
 * leader stays. A survey's first leader does not count as a change, nor does any while results are
 * hidden from everybody (R590, R665).
 */
export async function noteLeaders(
  db: Database,
  tx: Transaction,
  surveyIds: readonly number[],
  now: number,
): Promise<void> {
  if (surveyIds.length === 0) return;
  const ids = idRows(db, surveyIds);
  await sql`with counted as (
      select survey_id, options.id, ${shownCount(now)} as votes
      from options join surveys on surveys.id = survey_id
      where survey_id in (select id from ${ids}) and ${isNotHiddenAt(db, now)} and ${IS_PLAIN})
    insert into leaders (survey_id, option_id, notified_option_id, notified_at, changes)
    select survey_id, id, id, 0, 0 from counted
    where not exists (
      select 1 from counted as rival where rival.survey_id = counted.survey_id
        and rival.id <> counted.id and rival.votes >= counted.votes)
    on conflict (survey_id) do update set option_id = excluded.option_id
      where leaders.option_id <> excluded.option_id`.execute(tx);
}

/**
 * Notifies the voters of open surveys whose leader differs from the one they were last notified of.
 * It may be interrupted at any point and run concurrently: everybody is notified once of each
 * change.
 */
export async function notifyLeaderChanges(
  db: Database,
  now: number,
  stop: AbortSignal,
): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const { rows } = await sql<{
      survey_id: number;
      option_id: number;
      changes: number;
      expire_time: number | null;
    }>`select survey_id, option_id, changes, expire_time
      from leaders join surveys on surveys.id = survey_id
      where option_id <> notified_option_id and notified_at <= ${now - NOTIFIED_EVERY_MS}
        and ${isNotHiddenAt(db, now)}
      order by notified_at limit ${SURVEYS_AT_ONCE}`.execute(db.query);
    for (const { survey_id: surveyId, option_id, changes, ...survey } of rows) {
      const number = changes + 1;
      // The voters of a survey that has ended are notified of its end instead.
      if (!isOver(survey, now)) {
        await notifyVoters(db, { kind: "leader", surveyId, number, now }, stop);
      }
      if (stop.aborted) return;
      await db.query
        .updateTable("leaders")
        .set({ notified_option_id: option_id, notified_at: now, changes: number })
        .where("survey_id", "=", surveyId)
        .where("changes", "=", changes)
        .execute();
    }
    hasMore = rows.length === SURVEYS_AT_ONCE;
  }
}
