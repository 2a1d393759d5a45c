import { type Kysely, sql } from "kysely";

/** 1 where each person sees the options in another order (R600); earlier surveys keep theirs. */
export const up = async (db: Kysely<never>) => {
  await sql`alter table surveys
    add column shuffled_options integer not null default 0`.execute(db);
};
