import { type Kysely, sql } from "kysely";

/** Beginnings whose last letter may be softened, and what it was before. */
const SOFTENED = [
  ["____%b", "p"],
  ["____%d", "t"],
  ["___%g", "k"],
] as const;

/** A survey with "kitabı" is also found by "kitap". */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [beginning, hard] of SOFTENED) {
    await sql`insert into survey_terms (term, start_time, survey_id, end_place)
      select substr(term, 1, length(term) - 1) || cast(${hard} as text), start_time, survey_id,
        end_place
      from survey_terms as known
      where (term like 'votes:%:' || cast(${beginning} as text)
          or term like ${beginning} and term not like 'votes:%')
        and exists (select 1 from survey_terms as longer
          where longer.term in (known.term || 'a', known.term || 'e', known.term || 'i',
              known.term || 'o', known.term || 'u')
            and longer.start_time = known.start_time and longer.survey_id = known.survey_id)
      on conflict do nothing`.execute(db);
  }
}
