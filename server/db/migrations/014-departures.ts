import { type Kysely, sql } from "kysely";

/** Those who deleted their account and whose votes still say so. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table departures (
    user_id bigint primary key,
    left_at bigint not null
  )`.execute(db);
}
