import { type Kysely, sql } from "kysely";

/** Which of several servers does a maintenance job. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table leases (
    job text primary key,
    holder text not null,
    until bigint not null
  )`.execute(db);
}
