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
    // A test's questions are numbered within it, and read with all others of its survey.
    const isOfTest = table === "quiz_questions" || table === "quiz_explanations";
    const key = sql.ref(isOfTest ? "survey_id" : "id");
    for (let read = 0; ; ) {
      const batch = sql<{ last: number | null }>`select max(key) as last from
        (select ${key} as key from ${sql.table(table)} where ${key} > ${read}
          order by ${key} limit ${sql.lit(ROWS_AT_ONCE)}) as batch`;
      const last = (await batch.execute(query)).rows[0]?.last ?? null;
      if (last === null) break;
      const { rows } = await sql<{ image: string }>`select image from ${sql.table(table)}
        where ${key} > ${read} and ${key} <= ${last} and image <> ''`.execute(query);
      yield rows.map(({ image }) => image);
      read = last;
    }
  }
}
