import { type Kysely, sql } from "kysely";

/** A survey's votes are found by the survey; an index by the option cost a third of each vote. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index votes_by_option`.execute(db);
}
