import { type Kysely, sql } from "kysely";

/** What surveys said before each change since the first vote on them (R228). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table survey_edits (
    survey_id bigint not null references surveys on delete cascade,
    number bigint not null,
    edited_at bigint not null,
    field text not null,
    was text,
    became text,
    primary key (survey_id, number)
  ) ${keyed}`.execute(db);
  await sql`alter table surveys add column edited_at bigint`.execute(db);
};
