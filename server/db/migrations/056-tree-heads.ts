import { type Kysely, sql } from "kysely";

/** The signed states of surveys whose votes are not sealed yet. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table tree_heads (
    survey_id bigint not null references surveys on delete cascade,
    number bigint not null,
    document text not null,
    signature text not null,
    key_id text not null,
    primary key (survey_id, number)
  ) ${keyed}`.execute(db);
  await sql`create table head_leaves (
    survey_id bigint primary key references surveys on delete cascade,
    leaves text not null
  )`.execute(db);
};
