import { sql } from "kysely";
import type { Database } from "./database.ts";
import { LATER_MIGRATIONS } from "./tables/tables.ts";

/** The tables that record migrations: Kysely's own, and one unknown to the first release. */
export const RECORDS = { former: "kysely_migration", later: LATER_MIGRATIONS } as const;

/**
 * The names of all migrations that the database has had, in order; none where there are no tables.
 * Does not use Kysely's list of tables, which fails while another process changes one.
 */
export async function recordedMigrations({
  engine,
  query,
}: Pick<Database, "engine" | "query">): Promise<string[]> {
  const names = Object.values(RECORDS);
  const { rows: there } = await (engine === "sqlite"
    ? sql<{
        name: string;
      }>`select name from sqlite_master where type = 'table' and name in (${sql.join(names)})`
    : sql<{
        name: string;
      }>`select name from unnest(${names}::text[]) as name where to_regclass(name) is not null`
  ).execute(query);
  if (there.length === 0) return [];
  const tables = there.map(({ name }) => sql`select name from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string }>`${sql.join(tables, sql` union all `)}`.execute(
    query,
  );
  return rows.map(({ name }) => name).sort();
}
