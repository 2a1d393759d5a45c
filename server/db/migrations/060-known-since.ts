import { type Kysely, sql } from "kysely";

/** When what an account's votes are checked by last changed (R397). */
export const up = async (db: Kysely<never>) => {
  await sql`alter table users add column known_since bigint`.execute(db);
};
