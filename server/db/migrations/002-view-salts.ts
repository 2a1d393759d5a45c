import { type Kysely, sql } from "kysely";

/** What counting views and maintenance need. */
export async function up(db: Kysely<never>): Promise<void> {
  // A day's visitors are distinguished by hashes with this secret, which is deleted with the day.
  await sql`create table view_salts (
    day text primary key,
    salt text not null
  )`.execute(db);
  await sql`create index views_by_day on views (day)`.execute(db);
  await sql`create index surveys_drafts on surveys (created_at) where visibility is null`.execute(
    db,
  );
}
