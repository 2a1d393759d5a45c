import { type Kysely, sql } from "kysely";

/** Beginnings of maximum length whose last letter may be softened, and what it was before. */
const SOFTENED = [
  ["_________b", "p"],
  ["_________d", "t"],
  ["_________g", "k"],
] as const;

/**
 * A survey with "alışkanlığı" is also found by "alışkanlık". Which letter followed is no longer
 * known, so a few surveys are found that need not be.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [beginning, hard] of SOFTENED) {
    await sql`insert into survey_terms (term, start_time, survey_id, end_place)
      select substr(term, 1, length(term) - 1) || cast(${hard} as text), start_time, survey_id,
        end_place
      from survey_terms
      where term like ${beginning} or term like 'votes:%:' || cast(${beginning} as text)
      on conflict do nothing`.execute(db);
  }
}
