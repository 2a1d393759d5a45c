import { type Kysely, sql } from "kysely";

/** What tests show at their end beside the explanations: pictures of these, and a text for each type. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  if (engine === "postgres") await sql`lock table surveys in share row exclusive mode`.execute(db);
  await sql`create table quiz_explanations (
    survey_id bigint not null references surveys on delete cascade,
    position integer not null,
    image text not null,
    primary key (survey_id, position)
  ) ${keyed}`.execute(db);
  await sql`create table quiz_types (
    survey_id bigint not null references surveys on delete cascade,
    position integer not null,
    content text not null,
    primary key (survey_id, position)
  ) ${keyed}`.execute(db);
};
