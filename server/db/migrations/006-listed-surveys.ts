import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";

/**
 * Which surveys are listed, and the terms that they are found by, each in the order of the list.
 * Lists are read along indexes without surveys that have ended.
 */
export const up = (engine: Database["engine"]) => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  // Compared byte by byte, regardless of the database's collation.
  const bytes = sql.raw(engine === "sqlite" ? "" : `collate "C"`);

  await sql`alter table surveys add column listed bigint not null default 0`.execute(db);
  await sql`update surveys set listed = 1
    where visibility = 'public' and end_told_at is null`.execute(db);
  await sql`create table survey_terms (
    term text ${bytes} not null,
    start_time bigint not null,
    survey_id bigint not null references surveys on delete cascade,
    primary key (term, start_time, survey_id)
  ) ${keyed}`.execute(db);
  await fillTerms(db);
  await sql`create index survey_terms_by_survey on survey_terms (survey_id)`.execute(db);
  await sql`alter table surveys drop column search_text`.execute(db);

  for (const index of ["surveys_new", "surveys_popular", "surveys_ending", "surveys_untold"]) {
    await sql`drop index ${sql.id(index)}`.execute(db);
  }
  await sql`create index surveys_new on surveys (start_time, id) where listed = 1`.execute(db);
  // The further columns allow skipping rows by the index alone.
  await sql`create index surveys_popular on surveys
    (vote_count, id, start_time, expire_time, type, category_id) where listed = 1`.execute(db);
  await sql`create index surveys_ending on surveys
    (expire_time, id, start_time, type, category_id) where listed = 1`.execute(db);
  await sql`create index surveys_endless on surveys (id, start_time, type, category_id)
    where listed = 1 and expire_time is null`.execute(db);
  await sql`create index surveys_untold on surveys (expire_time)
    where end_told_at is null and visibility is not null`.execute(db);
  await sql`create index surveys_of_person on surveys (owner_id, start_time, id)
    where visibility = 'public'`.execute(db);
};

const AT_ONCE = 500;

interface Listed {
  id: number;
  start_time: number;
  type: string;
  category_id: number;
  search_text: string;
}

async function fillTerms(db: Kysely<never>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Listed>`
      select id, start_time, type, category_id, search_text from surveys
      where listed = 1 and id > ${last} order by id limit ${AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    const terms = rows.flatMap((row) =>
      [...termsOf(row)].map(
        (term) => sql`(${term}, cast(${row.start_time} as bigint), cast(${row.id} as bigint))`,
      ),
    );
    for (let i = 0; i < terms.length; i += AT_ONCE) {
      await sql`insert into survey_terms (term, start_time, survey_id)
        values ${sql.join(terms.slice(i, i + AT_ONCE))}`.execute(db);
    }
  }
}

/** As the surveys feature created them when this was written. */
function termsOf({ type, category_id, search_text }: Listed): Set<string> {
  const terms = new Set([`type:${type}`, `category:${category_id}`]);
  for (const [word] of search_text.matchAll(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu)) {
    const letters = [...word].slice(0, 10);
    for (let length = 1; length <= letters.length; length++) {
      terms.add(letters.slice(0, length).join(""));
    }
  }
  return terms;
}
