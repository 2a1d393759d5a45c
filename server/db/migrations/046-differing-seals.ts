import { type Kysely, sql } from "kysely";

/** Finds the sealed surveys that differ, which are none or few, without reading all that are sealed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index differing_seals on seals (survey_id) where difference is not null`.execute(
    db,
  );
}
