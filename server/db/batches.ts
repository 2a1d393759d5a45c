import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Statement } from "./database.ts";
import type { Tables } from "./tables/tables.ts";
import { withRetry } from "./transact.ts";

/** Few enough to read or delete in a moment. */
export const BATCH_ROWS = 1000;

/** Reads batches until one is not full; `read` returns the rows after a position. */
export async function* inBatches<Position, Row, Item>(
  first: Position,
  read: (after: Position) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
  toItem: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for (let position = first; ; ) {
    const rows = await read(position);
    yield rows.map(toItem);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    position = positionOf(last);
    // SQLite runs synchronously; without this no other request would get a turn.
    await yieldToEventLoop();
  }
}

/** Whether one of these selects, each from an index, has more rows than a batch. */
export async function hasMany(db: Database, ...selects: readonly Statement[]): Promise<boolean> {
  const areMany = selects.map((rows) => sql`exists (${rows} limit 1 offset ${BATCH_ROWS})`);
  const { rows } = await sql`select 1 where ${sql.join(areMany, sql` or `)}`.execute(db.query);
  return rows.length > 0;
}

/**
 * Deletes up to `atOnce` rows of `table` that meet `condition`, in a transaction of their own;
 * returns whether more may be left. `key` is the table's primary key.
 */
export async function deleteBatch(
  db: Database,
  table: keyof Tables,
  key: readonly string[],
  condition: RawBuilder<SqlBool>,
  atOnce = BATCH_ROWS,
): Promise<boolean> {
  const batch = (columns: RawBuilder<unknown>) =>
    sql`select ${columns} from ${sql.table(table)} where ${condition} limit ${atOnce}`;
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const isInBatch =
    db.engine === "postgres"
      ? // Without the condition, earlier releases delete a row that changed before it was locked.
        sql`ctid = any (array(${batch(sql`ctid`)})) and ${condition}`
      : sql`(${columns}) in (${batch(columns)})`;
  const { numAffectedRows } = await withRetry(db, () =>
    sql`delete from ${sql.table(table)} where ${isInBatch}`.execute(db.query),
  );
  return Number(numAffectedRows) === atOnce;
}

export type Key = { readonly [column: string]: number | string | undefined };

/**
 * Deletes all such rows that come after `from`, the primary key at its lowest, in batches in that
 * order, until `stop` is aborted. For conditions that millions of rows may meet: on PostgreSQL a
 * batch that begins at the first row again passes all that were deleted before it.
 */
export async function deleteAll(
  db: Database,
  table: keyof Tables,
  from: Key,
  condition: RawBuilder<SqlBool>,
  stop?: AbortSignal,
): Promise<void> {
  const key = Object.keys(from);
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const placeOf = (row: Key) => sql.join(key.map((name) => row[name]));
  for (let after = from; !stop?.aborted; await yieldToEventLoop()) {
    // With a lower bound from the first batch on, which leads PostgreSQL to the primary key.
    const left = sql<SqlBool>`${condition} and (${columns}) > (${placeOf(after)})`;
    const { rows } = await sql<Key>`select ${columns} from ${sql.table(table)} where ${left}
      order by ${columns} limit 1 offset ${BATCH_ROWS - 1}`.execute(db.query);
    const [last] = rows;
    if (last) {
      await deleteBatch(db, table, key, sql`${left} and (${columns}) <= (${placeOf(last)})`);
      after = last;
    } else if (!(await deleteBatch(db, table, key, left))) return;
  }
}
