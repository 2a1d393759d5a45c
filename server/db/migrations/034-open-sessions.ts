import { type Kysely, sql } from "kysely";

/**
 * What people see of their sessions (R247): where and when each was opened and when it was last
 * used; and what shows that a browser is new (R248).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sessions add column browser text`.execute(db);
  await sql`alter table sessions add column system text`.execute(db);
  await sql`alter table sessions add column opened_at bigint`.execute(db);
  await sql`alter table sessions add column seen_at bigint`.execute(db);
  await sql`alter table known_places add column keeps_proof bigint`.execute(db);
}
