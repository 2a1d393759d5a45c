import { type Kysely, sql } from "kysely";

/** Facts about the installation as a whole, by name. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table installation (name text primary key, value text not null)`.execute(db);
}
