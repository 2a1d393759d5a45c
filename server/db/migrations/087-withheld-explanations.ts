import { type Kysely, sql } from "kysely";

/** Says of a withheld picture that it is an explanation's. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table withheld_pictures add column explains integer`.execute(db);
}
