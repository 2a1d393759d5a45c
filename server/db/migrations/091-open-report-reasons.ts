import { type Kysely, sql } from "kysely";

/** Counts the reasons of open reports for the queue without reading the reports (R478). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index reports_open on reports (case_id, reason)
    where decided_at is null and weight > 0`.execute(db);
}
