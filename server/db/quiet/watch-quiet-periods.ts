import type { Clock } from "#server/clock.ts";
import { createBackoff } from "#server/processes/backoff.ts";
import type { Database } from "../database.ts";
import { type QuietPeriod, toCategories } from "./quiet-periods.ts";

export const QUIET_PERIODS_CHANGED = "quiet-periods";
const RETRY = { firstMs: 100, longestMs: 1000 };

/** Reads the periods, and again whenever they change, until `stop` is aborted. */
export async function watchQuietPeriods(
  db: Database,
  clock: Clock,
  stop: AbortSignal,
): Promise<void> {
  const backoff = createBackoff(RETRY);
  let isReading = false;
  let isStale = false;

  async function readAll() {
    do {
      isStale = false;
      db.quietPeriods.replace(await readQuietPeriods(db, clock.now()));
    } while (isStale);
    backoff.reset();
  }
  function refresh() {
    isStale = true;
    if (stop.aborted || isReading) return;
    isReading = true;
    void readAll()
      .catch(() => {
        setTimeout(refresh, backoff.next()).unref();
      })
      .finally(() => {
        isReading = false;
        if (isStale) refresh();
      });
  }
  db.subscribe(QUIET_PERIODS_CHANGED, refresh, refresh);
  await readAll();
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
