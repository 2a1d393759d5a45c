import { type Kysely, sql } from "kysely";

/** Who asked for a survey and who paid for it (R455); nobody has said so yet. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table surveys add column asked_by text`.execute(db);
  await sql`alter table surveys add column paid_by text`.execute(db);
}
