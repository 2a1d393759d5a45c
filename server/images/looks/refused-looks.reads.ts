import { type SqlBool, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { areAlike, bandsOf } from "./look.ts";

/** Whether moderation has removed this picture, or one that looks nearly the same (R648). */
export async function isRefused(db: Database, look: string): Promise<boolean> {
  const bands = idRows(db, bandsOf(look));
  const candidates = await db.query
    .selectFrom("refused_pictures")
    .select("look")
    .where(
      sql<SqlBool>`id in (select picture_id from refused_picture_bands
        where band in (select id from ${bands}))`,
    )
    .execute();
  return candidates.some((refused) => areAlike(refused.look, look));
}
