import { type Kysely, sql } from "kysely";

/** What each account did today of what has a daily quota (R226): a row a kind, however long ago. */
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
