import { type Kysely, sql } from "kysely";

/** Surveys that only adults see: 1 by the choice of their owner, 2 by moderation, 3 by both (R690). */
export const up = async (db: Kysely<never>) => {
  await sql`alter table surveys add column adults_only integer not null default 0`.execute(db);
};
