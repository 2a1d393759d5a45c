import { type Kysely, sql } from "kysely";

/**
 * Ballots on which a voter chooses several options: what each chose stands beside the vote, and is
 * counted by option and value. Surveys that there are stay as they are (ADR-069).
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  if (engine === "postgres")
    await sql`lock table options, surveys, votes in access exclusive mode`.execute(db);
  await sql`alter table surveys add column ballot text not null default 'single'`.execute(db);
  await sql`alter table surveys add column min_choices bigint`.execute(db);
  await sql`alter table surveys add column max_choices bigint`.execute(db);
  await sql`create table choices (
    survey_id bigint not null,
    user_id bigint not null,
    option_id bigint not null,
    value bigint not null,
    primary key (survey_id, user_id, option_id),
    foreign key (survey_id, user_id) references votes (survey_id, user_id)
      on delete cascade on update cascade,
    foreign key (survey_id, option_id) references options (survey_id, id) on delete cascade
  ) ${keyed}`.execute(db);
  await sql`create table choice_counts (
    option_id bigint not null references options on delete cascade,
    value bigint not null,
    vote_count bigint not null,
    private_votes bigint not null,
    shown_votes bigint not null default 0,
    primary key (option_id, value)
  ) ${keyed}`.execute(db);
};
