import { type Kysely, sql } from "kysely";

/** Votes that name no option, counted separately, where a survey allows them (R584). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  if (engine === "postgres")
    await sql`lock table surveys, votes in access exclusive mode`.execute(db);
  await sql`alter table surveys
    add column allows_no_opinion integer not null default 0`.execute(db);
  await sql`alter table votes add column no_opinion integer`.execute(db);
  await sql`create table no_opinion_counts (
    survey_id bigint primary key references surveys on delete cascade,
    vote_count bigint not null,
    private_votes bigint not null,
    shown_votes bigint not null default 0
  )`.execute(db);
};
