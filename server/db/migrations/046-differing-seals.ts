import { type Kysely, sql } from "kysely";

/** Finds sealed surveys that differ, which are few if any, without reading all sealed ones. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index differing_seals on seals (survey_id) where difference is not null`.execute(
    db,
  );
}
