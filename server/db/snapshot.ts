import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PostgresHosts } from "./postgres/hosts.ts";
import { INT8_AS_NUMBER } from "./postgres/settings.ts";
import { explained } from "./sqlite/sqlite.ts";
import { type AnyTable, LATER_MIGRATIONS } from "./tables/tables.ts";

/** A read-only view of the database at one moment, while others keep writing. */
export interface Snapshot extends AsyncDisposable {
  /** The name of the last migration. */
  migration: string;
  /** A database that this version has not opened yet may lack some tables and have former ones. */
  tables: readonly string[];
  columns(table: AnyTable): Promise<string[]>;
  /** All rows, in batches, each with its values in the order of `columns`. */
  rows(table: AnyTable): AsyncIterable<unknown[][]>;
  /** The last generated id, by table. */
  lastIds(): Promise<Record<string, number>>;
}

const BATCH_ROWS = 2000;
/** A database that this version has not opened yet may have only the first of these tables. */
const lastMigration = (tables: readonly string[]) => {
  const records = ["kysely_migration", LATER_MIGRATIONS].filter((name) => tables.includes(name));
  const names = records.map((table) => `select name from ${table}`).join(" union all ");
  return `select max(name) as name from (${names}) as names`;
};

/** Works whether or not a server is running. Throws where there is no database. */
export const openSnapshot = async (where: {
  databaseUrl: string | undefined;
  databaseDirectUrl?: string | undefined;
  dataDir: string;
}): Promise<Snapshot> => {
  const url = where.databaseDirectUrl ?? where.databaseUrl;
  return url ? postgresSnapshot(url) : sqliteSnapshot(where.dataDir);
};

function sqliteSnapshot(dataDir: string): Snapshot {
  const path = join(dataDir, "kanaat.sqlite");
  if (!existsSync(path)) throw new Error(`There is no kanaat.sqlite in DATA_DIR ${dataDir}.`);
  const file = explained(path, () => new DatabaseSync(path, { readOnly: true }));
  // The snapshot begins with the first read; the write-ahead log lets writers go on.
  file.exec("begin");
  const whole = (table: string) => file.prepare(`select * from ${table}`);
  const tables = file
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name));
  return {
    migration: String(file.prepare(lastMigration(tables)).get()?.name),
    tables,
    columns: async (table) =>
      whole(table)
        .columns()
        .map(({ name }) => name),
    async *rows(table) {
      const statement = whole(table);
      statement.setReturnArrays(true);
      let batch: unknown[][] = [];
      for (const row of statement.iterate() as Iterable<unknown> as Iterable<unknown[]>) {
        if (batch.push(row) < BATCH_ROWS) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    },
    lastIds: async () =>
      Object.fromEntries(
        file
          .prepare("select name, seq from sqlite_sequence")
          .all()
          .map(({ name, seq }) => [name, Number(seq)]),
      ),
    [Symbol.asyncDispose]: async () => file.close(),
  };
}

const LAST_IDS = `select table_name as name,
    coalesce(pg_sequence_last_value(pg_get_serial_sequence(table_name, column_name)), 0) as seq
  from information_schema.columns
  where table_schema = current_schema() and is_identity = 'YES'`;

const TABLES =
  "select table_name as name from information_schema.tables where table_schema = current_schema()";

async function postgresSnapshot(url: string): Promise<Snapshot> {
  const client = await new PostgresHosts(url).connect({ types: INT8_AS_NUMBER });
  await client.query("begin isolation level repeatable read read only");
  const tables: string[] = (await client.query(TABLES)).rows.map(({ name }) => name);
  const { rows } = await client.query(lastMigration(tables));
  return {
    migration: rows[0].name,
    tables,
    columns: async (table) =>
      (await client.query(`select * from ${table} limit 0`)).fields.map(({ name }) => name),
    async *rows(table) {
      await client.query(`declare whole no scroll cursor for select * from ${table}`);
      for (;;) {
        const text = `fetch ${BATCH_ROWS} from whole`;
        const { rows } = await client.query({ text, rowMode: "array" });
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query("close whole");
    },
    lastIds: async () =>
      Object.fromEntries((await client.query(LAST_IDS)).rows.map(({ name, seq }) => [name, seq])),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
