import { type Kysely, sql } from "kysely";

/**
 * The groups of a survey as last shown, with shares instead of numbers (ADR-051). It replaces
 * `breakdowns`, which is kept for servers of an earlier commit that run beside this one.
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table looks (
    survey_id bigint not null references surveys on delete cascade,
    while_private smallint not null,
    votes bigint not null,
    taken_at bigint not null,
    content text not null,
    primary key (survey_id, while_private)
  ) ${keyed}`.execute(db);
};
