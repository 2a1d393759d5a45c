import type { QuietPeriod } from "#contract/endpoints/moderation/quiet-periods.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { toCategories } from "#server/db/quiet/quiet-periods.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";

/** The quiet periods, the newest first; those that are over too. */
export async function listQuietPeriods(db: Database, paging: Paging) {
  const rows = await readPage(selectPeriods(db), ["quiet_periods.id"], paging);
  return cutPage(rows, paging.limit, ({ id }) => [id], toPeriod);
}

/** Throws `quiet_period_not_found`. */
export async function requireQuietPeriod(db: Database, id: number): Promise<QuietPeriod> {
  const row = await selectPeriods(db).where("quiet_periods.id", "=", id).executeTakeFirst();
  if (!row) throw new ApiError("quiet_period_not_found");
  return toPeriod(row);
}

const selectPeriods = ({ query }: Database) =>
  query
    .selectFrom("quiet_periods")
    .leftJoin("users", "users.id", "created_by")
    .select(["quiet_periods.id", "title", "categories", "starts_at", "ends_at", "nickname"]);

type PeriodRow = Awaited<ReturnType<ReturnType<typeof selectPeriods>["execute"]>>[number];

const toPeriod = (row: PeriodRow): QuietPeriod => ({
  ...{ id: row.id, title: row.title, category_ids: toCategories(row.categories) },
  ...{ starts_at: toTimestamp(row.starts_at), ends_at: toTimestamp(row.ends_at) },
  by: row.nickname,
});
