import { CompiledQuery, sql } from "kysely";
import type { Database } from "#server/db/database.ts";

/**
 * Keeps PostgreSQL from measuring tables by itself: once it knows how small some are in a test, it
 * reads them whole.
 */
export async function stopMeasuring(db: Database): Promise<void> {
  if (db.engine === "sqlite") return;
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db.query);
  for (const { name } of rows) {
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = off)`.execute(db.query);
  }
}

/**
 * The tables and indexes that a statement would read completely. An index that is walked in the
 * requested order up to a limit does not count: the walk ends when the page is full.
 */
export const wholeReads = (db: Database, query: CompiledQuery): Promise<string[]> =>
  db.engine === "sqlite" ? onSqlite(db, query) : onPostgres(db, query);

/** Returns the plan of a statement as text, which names the indexes that it uses. */
export const planOf = (db: Database, { sql: text, parameters }: CompiledQuery): Promise<string> =>
  db.query.transaction().execute(async (tx) => {
    if (db.engine === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
    const explain = db.engine === "postgres" ? "explain" : "explain query plan";
    const { rows } = await tx.executeQuery(
      CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
    );
    return JSON.stringify(rows);
  });

/**
 * The indexes of surveys of which a statement sorts what it finds, and so reads all of it before the
 * first row. Surveys found by their ids or owners, or with the same end, are few.
 */
export async function sortedReads(db: Database, query: CompiledQuery): Promise<string[]> {
  if (db.engine === "postgres") return sortedBelow(await postgresPlan(db, query), false);
  const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
  const { rows } = await db.query.executeQuery<{ parent: number; detail: string }>(explained);
  const sorting = new Set(
    rows.filter(({ detail }) => /^USE TEMP B-TREE FOR/.test(detail)).map(({ parent }) => parent),
  );
  return rows
    .filter(({ parent }) => sorting.has(parent))
    .flatMap(({ detail }) => /USING (?:COVERING )?INDEX (surveys_\w+ .*)/.exec(detail)?.[1] ?? [])
    .filter((read) => !/owner_id=|<expr>=/.test(read));
}

function sortedBelow(plan: Plan, isSorted: boolean): string[] {
  const { "Node Type": node, "Index Name": index = "", "Index Cond": condition = "" } = plan;
  const isFew = !/^surveys_/.test(index) || index === "surveys_pkey" || /owner_id/.test(condition);
  const below = node !== "Limit" && (isSorted || /Sort|Aggregate|Hash/.test(node));
  const parts = (plan.Plans ?? []).flatMap((part) => sortedBelow(part, below));
  return isSorted && !isFew ? [`${index} ${condition}`, ...parts] : parts;
}

async function onSqlite(db: Database, query: CompiledQuery): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
  const { rows } = await db.query.executeQuery<{ detail: string }>(explained);
  const steps = rows.map((row) => row.detail);
  const made = steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1] ?? []);
  const paged =
    /\blimit\b/i.test(query.sql) && !steps.some((step) => /^USE TEMP B-TREE FOR ORDER/.test(step));
  return steps.filter((step) => {
    if (/AUTOMATIC/.test(step)) return true;
    const scanned = /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES)(\S+)/.exec(step)?.[1];
    if (scanned === undefined || made.includes(scanned)) return false;
    // "INDEX 0:" alone is the full-text index without a word to match.
    if (/VIRTUAL TABLE/.test(step)) return /INDEX 0:$/.test(step);
    return !(paged && /USING (COVERING )?INDEX/.test(step));
  });
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

async function onPostgres(db: Database, query: CompiledQuery): Promise<string[]> {
  const indexes = await sql<{ name: string; first: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as first
    from pg_index`.execute(db.query);
  const firsts = new Map(indexes.rows.map(({ name, first }) => [name, first]));
  return readsOf(await postgresPlan(db, query), firsts, false);
}

const postgresPlan = (db: Database, query: CompiledQuery): Promise<Plan> =>
  db.query.transaction().execute(async (tx) => {
    // In small tables, reading everything would be cheaper than using an index.
    await sql`set local enable_seqscan = off`.execute(tx);
    const explained = CompiledQuery.raw(`explain (format json) ${query.sql}`, [
      ...query.parameters,
    ]);
    const { rows } = await tx.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(explained);
    const [row] = rows;
    if (!row) throw new Error(`No plan of ${query.sql}`);
    return row["QUERY PLAN"][0].Plan;
  });

/** `firsts` are the indexes' first columns: a condition on another column reads the whole index. */
function readsOf(plan: Plan, firsts: Map<string, string>, paged: boolean): string[] {
  const { "Node Type": node, "Index Name": index = "", Plans: parts = [] } = plan;
  const walked = node === "Limit" || (paged && !/Sort|Aggregate|Hash/.test(node));
  const below = parts.flatMap((part) => readsOf(part, firsts, walked));
  const found = firstOf(index, firsts).test((plan["Index Cond"] ?? "").replace(/[()]/g, ""));
  const whole = node === "Seq Scan" || (/Index.* Scan/.test(node) && !found && !paged);
  return whole ? [`${node} ${index || plan["Relation Name"]}`, ...below] : below;
}

/** Without brackets, since a plan has others than the index's definition. */
function firstOf(index: string, firsts: Map<string, string>): RegExp {
  const first = (firsts.get(index) ?? "undefined").replace(/[()]/g, "");
  return new RegExp(`\\b${first.replace(/[.*+?^${}|[\]\\]/g, "\\$&")}\\b`);
}
