import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { unhurried, withoutLimit } from "#server/db/write-deadline.ts";
import { FEATURES } from "#server/features/features.ts";
import { PICTURE_TABLES } from "#server/features/owned-tables.ts";

const ROWS_AT_ONCE = 1000;

/**
 * Describes each kind of counter that differs from the rows it counts, in English. Reads whole
 * tables without a time limit.
 */
export async function findWrongCounters(db: Database): Promise<string[]> {
  const counters = FEATURES.flatMap(({ wrongCounters = {} }) => Object.entries(wrongCounters));
  const found: string[] = [];
  await unhurried(() =>
    db.query.transaction().execute(async (tx) => {
      if (db.engine === "postgres") await sql`set local statement_timeout = 0`.execute(tx);
      for (const [what, wrong] of counters) {
        const counting = sql<{ count: number; id: number | null }>`
        select count(*) as count, min(id) as id from (${wrong}) as wrong`;
        const { rows } = await withoutLimit(() => counting.execute(tx));
        const [{ count, id } = { count: 0, id: null }] = rows;
        if (count > 0) found.push(`${count} counters of ${what} differ from the rows (id ${id})`);
      }
    }),
  );
  return found;
}

/** Yields the path of every picture that a row names, in batches; may repeat pictures. */
export async function* namedPictures({ query }: Database): AsyncGenerator<string[]> {
  for (const table of PICTURE_TABLES) {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const rows: { id: number; image: string | null }[] = await query
        .selectFrom(table)
        .select(["id", "image"])
        .where("id", ">", last)
        .where("image", "<>", "")
        .orderBy("id")
        .limit(ROWS_AT_ONCE)
        .execute();
      yield rows.flatMap(({ image }) => image ?? []);
      last = rows.at(-1)?.id;
    }
  }
}
