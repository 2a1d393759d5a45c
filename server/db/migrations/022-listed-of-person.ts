import { type Kysely, sql } from "kysely";

/** A person's open surveys are found along an index without surveys that have ended. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index surveys_listed_of_person on surveys
    (owner_id, start_time, id, expire_time) where listed = 1`.execute(db);
}
