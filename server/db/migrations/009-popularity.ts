import { type Kysely, sql } from "kysely";

/** Votes are counted only in options; the order by popularity follows these counts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table surveys rename column vote_count to popularity`.execute(db);
}
