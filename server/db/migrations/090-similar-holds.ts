import { type Kysely, sql } from "kysely";

/** The hidden survey that a held one asks nearly the same as (R432). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table survey_holds add column similar_to bigint`.execute(db);
}
