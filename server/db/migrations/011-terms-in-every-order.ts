import { type Kysely, sql } from "kysely";

/**
 * The surveys of a term also in the order in which they end, those without an end last; a term for
 * type and category together; and all terms again for each power of ten of votes that a survey has,
 * not only for a hundred.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table survey_terms add column end_place bigint not null default 0`.execute(db);
  await sql`update survey_terms set end_place =
    (select coalesce(expire_time, 9007199254740991 - id) from surveys where id = survey_id)`.execute(
    db,
  );
  await sql`create index survey_terms_ending on survey_terms (term, end_place, survey_id)`.execute(
    db,
  );
  await sql`delete from survey_terms where term like 'much-voted:%'`.execute(db);
  await sql`insert into survey_terms (term, start_time, survey_id, end_place)
    select 'type:' || type || ' category:' || category_id, start_time, id,
      coalesce(expire_time, 9007199254740991 - id) from surveys where listed = 1`.execute(db);
  for (const votes of [10, 100, 1000, 10_000, 100_000, 1_000_000]) {
    await sql`insert into survey_terms (term, start_time, survey_id, end_place)
      select 'votes:' || cast(${votes} as bigint) || ':' || known.term, known.start_time,
        known.survey_id, known.end_place
      from surveys inner join survey_terms as known on known.survey_id = surveys.id
      where surveys.popularity >= ${votes} and known.term not like 'votes:%'`.execute(db);
  }
}
