import { type Kysely, sql } from "kysely";

/** People who deleted their account and whose votes still carry their id. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table departures (
    user_id bigint primary key,
    left_at bigint not null
  )`.execute(db);
}
