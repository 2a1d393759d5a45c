import { sql } from "kysely";
import type { Database, Statement } from "./database.ts";

/** Few enough to delete in a moment. */
export const MANY_ROWS = 1000;

/** Whether one of these selects, each from an index, has more than `MANY_ROWS` rows. */
export async function hasMany(db: Database, ...selects: readonly Statement[]): Promise<boolean> {
  const areMany = selects.map((rows) => sql`exists (${rows} limit 1 offset ${MANY_ROWS})`);
  const { rows } = await sql`select 1 where ${sql.join(areMany, sql` or `)}`.execute(db.query);
  return rows.length > 0;
}
