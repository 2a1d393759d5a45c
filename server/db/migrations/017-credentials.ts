import { type Kysely, sql } from "kysely";

/** Passwords in a separate table, so that an account may have none. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table credentials (
    user_id bigint primary key references users on delete cascade,
    password_hash text not null
  ) ${keyed}`.execute(db);
  await sql`insert into credentials (user_id, password_hash)
    select id, password_hash from users`.execute(db);
  await sql`alter table users drop column password_hash`.execute(db);
};
