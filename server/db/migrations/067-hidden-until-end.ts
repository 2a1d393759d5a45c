import { type Kysely, sql } from "kysely";

/** 1 where nobody sees results before the end (R590); so far there are none. */
export const up = async (db: Kysely<never>) => {
  await sql`alter table surveys
    add column hidden_until_end integer not null default 0`.execute(db);
};
