import { createHash, randomBytes } from "node:crypto";
import { DAY_MS } from "#contract/durations.ts";
import { type Sizes, statements } from "./fill-statements.ts";
import { vocabulary } from "./fill-words.ts";
import type { Instance } from "./instance.ts";
import { openPlainSql, type PlainSql } from "./plain-sql.ts";

/** A person's id and sessions, to sign in to a filled instance. */
export interface SeededPerson {
  id: number;
  token: string;
}

/**
 * Fills the database of an instance that a server has prepared and closed: as many people as surveys,
 * ten votes per survey, and all related rows. The result depends on the number alone.
 */
export async function fillInstance(
  instance: Instance,
  surveys: number,
  options: { now?: number; signedIn?: number } = {},
): Promise<SeededPerson[]> {
  const { now = Date.now(), signedIn = 500 } = options;
  const sql = await openPlainSql(instance);
  const seeded = Array.from({ length: Math.min(signedIn, surveys) }, (_, i) => ({
    id: i + 1,
    token: randomBytes(32).toString("base64url"),
  }));
  const restoreIndexes = await dropIndexes(instance, sql);
  await sql.run("begin");
  const sizes = await enterWords(sql, { surveys, now });
  for (const statement of statements(sql, sizes)) await sql.run(statement);
  for (const table of instance.databaseUrl ? ["users", "surveys", "options"] : []) {
    const next = `setval(pg_get_serial_sequence('${table}', 'id'), max(id))`;
    await sql.run(`select ${next} from ${table}`);
  }
  const rows = seeded.map(({ id, token }) => {
    const hash = createHash("sha256").update(token).digest("base64url");
    return `('${hash}', ${id}, ${now + 30 * DAY_MS})`;
  });
  await sql.run(`insert into sessions (token_hash, user_id, expires_at) values ${rows.join()}`);
  await sql.run("commit");
  for (const statement of restoreIndexes) await sql.run(statement);
  await sql.run(instance.databaseUrl ? "vacuum analyze" : "pragma wal_checkpoint(truncate)");
  await sql.close();
  return seeded;
}

/** Indexes are created after filling, from sorted rows. */
async function dropIndexes(instance: Instance, sql: PlainSql): Promise<string[]> {
  const indexes = await sql.rows(
    instance.databaseUrl
      ? `select indexname as name, indexdef as sql from pg_indexes
          where schemaname = 'public' and not exists (select from pg_constraint
            where conindid = (quote_ident(indexname))::regclass)`
      : "select name, sql from sqlite_master where type = 'index' and sql is not null",
  );
  for (const { name } of indexes) await sql.run(`drop index ${name}`);
  return indexes.map((index) => String(index.sql));
}

async function enterWords(
  sql: PlainSql,
  { surveys, now }: { surveys: number; now: number },
): Promise<Sizes> {
  const rare = Math.ceil(surveys / 5);
  const { words, cities, ordinary } = vocabulary(rare);
  await sql.run("create table fill_words (k integer primary key, word text not null)");
  await insert(
    sql,
    "fill_words",
    words.map((word, k) => `(${k}, '${word}')`),
  );
  return { surveys, now, cities, ordinary, rare };
}

async function insert(sql: PlainSql, table: string, rows: string[]): Promise<void> {
  for (let i = 0; i < rows.length; i += 1000) {
    await sql.run(`insert into ${table} values ${rows.slice(i, i + 1000).join()}`);
  }
}
