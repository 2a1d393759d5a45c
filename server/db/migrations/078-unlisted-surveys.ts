import { type Kysely, sql } from "kysely";

/**
 * Surveys that moderation keeps out of lists (R643), and what decisions need to be taken back: the
 * times of a survey that one has closed, and whether that stays (R644).
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  if (engine === "postgres")
    await sql`lock table surveys, decisions in access exclusive mode`.execute(db);
  await sql`alter table surveys add column unlisted integer not null default 0`.execute(db);
  await sql`alter table decisions add column times_before text`.execute(db);
  await sql`alter table decisions add column stays integer not null default 0`.execute(db);
};
