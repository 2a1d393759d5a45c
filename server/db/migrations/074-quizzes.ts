import { type Kysely, sql } from "kysely";

/** Tests with questions: what they ask, the attempts that count, and how these did (ADR-078). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  if (engine === "postgres")
    await sql`lock table surveys, votes in share row exclusive mode`.execute(db);
  await sql`create table quiz_questions (
    survey_id bigint not null references surveys on delete cascade,
    position integer not null,
    content text not null,
    image text,
    explanation text not null,
    options text not null,
    primary key (survey_id, position)
  ) ${keyed}`.execute(db);
  await sql`create table quiz_attempts (
    survey_id bigint not null,
    user_id bigint not null,
    score bigint not null,
    answers text not null,
    primary key (survey_id, user_id),
    foreign key (survey_id, user_id) references votes (survey_id, user_id)
      on delete cascade on update cascade
  ) ${keyed}`.execute(db);
  await sql`create table quiz_scores (
    survey_id bigint not null references surveys on delete cascade,
    while_private bigint not null,
    points bigint not null,
    attempts bigint not null,
    primary key (survey_id, while_private, points)
  ) ${keyed}`.execute(db);
  await sql`create table quiz_looks (
    survey_id bigint not null references surveys on delete cascade,
    while_private bigint not null,
    attempts bigint not null,
    content text not null,
    primary key (survey_id, while_private)
  ) ${keyed}`.execute(db);
};
