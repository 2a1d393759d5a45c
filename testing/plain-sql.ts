import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { Instance } from "./instance.ts";

/** A connection to the product's database without the safeguards that slow down filling it. */
export interface PlainSql {
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
  /** A table expression of `i` from 1 to `last`. */
  series(last: number): string;
  close(): Promise<void>;
}

export const openPlainSql = (instance: Instance): Promise<PlainSql> =>
  instance.databaseUrl ? onPostgres(instance.databaseUrl) : onSqlite(instance.dataDir);

async function onSqlite(dataDir: string): Promise<PlainSql> {
  const file = new DatabaseSync(join(dataDir, "kanaat.sqlite"), {
    enableForeignKeyConstraints: false,
  });
  file.exec("pragma synchronous = off; pragma cache_size = -400000; pragma temp_store = file");
  return {
    run: async (sql) => file.exec(sql),
    rows: async (sql) => file.prepare(sql).all(),
    series: (last) =>
      `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last})
        select i from n) as n`,
    close: async () => file.close(),
  };
}

async function onPostgres(url: string): Promise<PlainSql> {
  const client = new pg.Client(url);
  await client.connect();
  // Foreign keys are triggers, which a replica does not execute.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '512MB'`);
  return {
    run: async (sql) => void (await client.query(sql)),
    rows: async (sql) => (await client.query(sql)).rows,
    series: (last) => `(select generate_series(1, ${last}::bigint) as i) as n`,
    close: () => client.end(),
  };
}
