import { type Kysely, sql } from "kysely";

/**
 * Counts of an option's votes by kind of voter. Earlier votes, and those cast on the previous
 * release during an upgrade, are not counted. No foreign key to the options: its check would cost
 * each vote, and code that deletes a survey's votes deletes these too.
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table vote_cohorts (
    option_id bigint not null,
    gender text not null,
    age_band smallint not null,
    city_id smallint not null,
    votes integer not null,
    private_votes integer not null,
    verified_votes integer not null,
    week_old_votes integer not null,
    month_old_votes integer not null,
    primary key (option_id, gender, age_band, city_id)
  ) ${keyed}`.execute(db);
  await sql`create table breakdowns (
    survey_id bigint not null references surveys on delete cascade,
    while_private smallint not null,
    votes bigint not null,
    taken_at bigint not null,
    content text not null,
    primary key (survey_id, while_private)
  ) ${keyed}`.execute(db);
  await sql`create table hourly_votes (
    survey_id bigint not null references surveys on delete cascade,
    hour bigint not null,
    votes bigint not null,
    primary key (survey_id, hour)
  ) ${keyed}`.execute(db);
};
