import { type Kysely, sql } from "kysely";

/** How many votes a survey got on a day, without any data on voters. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table daily_votes (
    survey_id bigint not null references surveys on delete cascade,
    day text not null,
    votes bigint not null,
    primary key (survey_id, day)
  ) ${keyed}`.execute(db);
  await sql`create index daily_votes_most on daily_votes (day, votes, survey_id)`.execute(db);
};
