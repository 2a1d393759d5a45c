import { type Kysely, sql } from "kysely";

/**
 * Counts per account of acts with a daily quota (R226): one row per kind, for the last such day.
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table daily_acts (
    user_id bigint not null references users on delete cascade,
    kind text not null,
    day text not null,
    acts bigint not null,
    primary key (user_id, kind)
  ) ${keyed}`.execute(db);
};
