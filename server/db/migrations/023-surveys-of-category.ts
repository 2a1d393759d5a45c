import { type Kysely, sql } from "kysely";

/** The next survey of a category is found along an index, the most popular first. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index surveys_of_category on surveys
    (category_id, popularity, id, start_time, expire_time) where listed = 1`.execute(db);
}
