import { sql } from "kysely";
import { HOUR_MS } from "#contract/durations.ts";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import type { Growth } from "#server/features/notifications/milestones.writes.ts";

export interface DatedGrowth extends Growth {
  /** When it counts; for votes shown at a survey's end, the last moment at which one could vote. */
  at: number;
  /**
   * Whether it has a timeline: the hours of a sealed survey stay as they were signed, and those in
   * which votes came again would tell that they had gone (ADR-073).
   */
  hasHours: boolean;
}

/** Adds the votes by which surveys have grown to their days and hours. */
export async function countByTime(
  db: Database,
  tx: Transaction,
  growths: readonly DatedGrowth[],
): Promise<void> {
  await countFor(DAYS, growths, db, tx);
  const timed = growths.filter(({ hasHours }) => hasHours);
  await countFor(HOURS, timed, db, tx);
}

const DAYS = { table: "daily_votes", unit: "day", unitOf: dayInTurkey } as const;
const HOURS = {
  table: "hourly_votes",
  unit: "hour",
  unitOf: (at: number) => Math.floor(at / HOUR_MS),
} as const;

async function countFor(
  { table, unit, unitOf }: typeof DAYS | typeof HOURS,
  growths: readonly DatedGrowth[],
  db: Database,
  tx: Transaction,
): Promise<void> {
  if (growths.length === 0) return;
  const votes = growths.map(({ surveyId, before, votes, at }) => [
    surveyId,
    unitOf(at),
    votes - before,
  ]);
  const [counts, column] = [sql.table(table), sql.ref(unit)];
  await sql`insert into ${counts} (survey_id, ${column}, votes)
    select id, ${column}, votes from ${db.rows(["id", unit, "votes"], votes)} where votes > 0
    on conflict (survey_id, ${column}) do update set votes = ${counts}.votes + excluded.votes`.execute(
    tx,
  );
}

/** Deletes a batch of counts from before `day`; returns whether more may be left. */
export const forgetDailyVotes = (db: Database, day: string): Promise<boolean> =>
  deleteBatch(db, "daily_votes", ["survey_id", "day"], sql`day < ${day}`);
