import { type Kysely, sql } from "kysely";

/** Votes are counted with the options alone; what orders the popular follows them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table surveys rename column vote_count to popularity`.execute(db);
}
