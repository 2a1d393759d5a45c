import type { Clock } from "#server/clock.ts";
import type { Database } from "../database.ts";
import { watch } from "../watched/watch.ts";
import { type QuietPeriod, toCategories } from "./quiet-periods.ts";

export const QUIET_PERIODS_CHANGED = "quiet-periods";

/** Reads the periods, and again whenever they change, until `stop` is aborted. */
export const watchQuietPeriods = (db: Database, clock: Clock, stop: AbortSignal): Promise<void> =>
  watch(db, QUIET_PERIODS_CHANGED, () => loadQuietPeriods(db, clock.now()), stop);

/** Reads the periods once, for a command that does not watch them. */
export async function loadQuietPeriods(db: Database, now: number): Promise<void> {
  db.quietPeriods.replace(await readQuietPeriods(db, now));
}

async function readQuietPeriods({ query }: Database, now: number): Promise<QuietPeriod[]> {
  const rows = await query
    .selectFrom("quiet_periods")
    .select(["id", "title", "categories", "starts_at", "ends_at"])
    .where("ends_at", ">", now)
    .execute();
  return rows
    .map((row) => ({ ...row, categories: toCategories(row.categories) }))
    .sort((a, b) => a.id - b.id);
}
