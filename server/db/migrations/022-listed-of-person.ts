import { type Kysely, sql } from "kysely";

/** What somebody asks is found along an index that holds none of what has ended. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index surveys_listed_of_person on surveys
    (owner_id, start_time, id, expire_time) where listed = 1`.execute(db);
}
