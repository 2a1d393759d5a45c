import { type Kysely, sql } from "kysely";

/** Links by which people register where registration is by invitation. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const id =
    engine === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key";
  await sql`create table registration_links (
    id ${sql.raw(id)},
    code_hash text not null unique,
    uses bigint not null,
    used bigint not null default 0,
    words text not null,
    created_at bigint not null,
    ends_at bigint not null
  )`.execute(db);
};
