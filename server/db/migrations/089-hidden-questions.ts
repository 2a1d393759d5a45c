import { type Kysely, sql } from "kysely";

/** Questions of hidden surveys, by which nearly equal ones are found and held for review (R432). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const isSqlite = engine === "sqlite";
  if (!isSqlite) await sql`lock table surveys in share row exclusive mode`.execute(db);
  await sql`create table hidden_questions (
    band bigint not null,
    survey_id bigint not null references surveys on delete cascade,
    primary key (band, survey_id)
  ) ${sql.raw(isSqlite ? "without rowid" : "")}`.execute(db);
  await sql`create index hidden_questions_of_survey on hidden_questions (survey_id)`.execute(db);
};
