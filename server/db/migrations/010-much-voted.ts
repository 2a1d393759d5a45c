import { type Kysely, sql } from "kysely";

/** Surveys with a hundred votes are listed again under each of their terms, among such surveys. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`insert into survey_terms (term, start_time, survey_id)
    select 'much-voted:' || known.term, known.start_time, known.survey_id
    from surveys inner join survey_terms as known on known.survey_id = surveys.id
    where surveys.popularity >= 100`.execute(db);
}
