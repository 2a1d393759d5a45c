import { type Kysely, sql } from "kysely";

/** The rounds of rankings as they were last counted (ADR-069). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  if (engine === "postgres") await sql`lock table surveys in access exclusive mode`.execute(db);
  await sql`create table rounds (
    survey_id bigint not null references surveys on delete cascade,
    while_private bigint not null,
    voters bigint not null,
    content text not null,
    primary key (survey_id, while_private)
  ) ${keyed}`.execute(db);
};
