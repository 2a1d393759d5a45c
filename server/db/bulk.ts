import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "./database.ts";
import { ALL_TABLE_NAMES, type AnyTable, LATER_MIGRATIONS } from "./tables/tables.ts";

/** `db.rows` with each of these ids once, as the column `id`. */
export const idRows = (db: Database, ids: Iterable<number>): RawBuilder<unknown> =>
  db.rows(
    ["id"],
    [...new Set(ids)].map((id) => [id]),
  );

/** Whether there is any account; false also where there are no tables. */
export async function hasPeople({ query }: Database): Promise<boolean> {
  const tables = await query.introspection.getTables();
  if (!tables.some(({ name }) => name === "users")) return false;
  const people = await query.selectFrom("users").select("id").limit(1).execute();
  return people.length > 0;
}

/** Drops all tables, also those of earlier versions and the migrator, and SQLite's text index. */
export async function dropTables({ query }: Database): Promise<void> {
  const records = ["kysely_migration", LATER_MIGRATIONS].flatMap((name) => [name, `${name}_lock`]);
  const others = ["survey_words_fts", ...records];
  for (const table of [...ALL_TABLE_NAMES.toReversed(), ...others]) {
    await query.schema.dropTable(table).ifExists().execute();
  }
}

/** SQLite takes 32,766 in a statement, PostgreSQL 65,535. */
const MOST_PARAMETERS = 32_000;

/** Inserts rows, each with its values in the order of `columns`, in as few statements as fit. */
export async function insertRows(
  tx: Transaction,
  table: AnyTable,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const names = columns.map((name) => sql.ref(name));
  const atOnce = Math.floor(MOST_PARAMETERS / columns.length);
  for (let from = 0; from < rows.length; from += atOnce) {
    const tuples = rows.slice(from, from + atOnce).map((row) => sql`(${sql.join(row)})`);
    await sql`insert into ${sql.table(table)} (${sql.join(names)})
      values ${sql.join(tuples)}`.execute(tx);
  }
}
