import { type Kysely, sql } from "kysely";

/** Indexes by which maintenance finds pictures that no row refers to. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index users_by_image on users (image)`.execute(db);
  await sql`create index surveys_by_image on surveys (image)`.execute(db);
  await sql`create index options_by_image on options (image)`.execute(db);
}
