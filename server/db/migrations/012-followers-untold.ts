import { type Kysely, sql } from "kysely";

/** Surveys whose followers are notified after publishing, where there are many. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table surveys add column followers_untold bigint not null default 0`.execute(db);
  await sql`create index surveys_followers_untold on surveys (id) where followers_untold = 1`.execute(
    db,
  );
}
