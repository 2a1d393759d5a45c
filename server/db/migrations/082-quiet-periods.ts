import { type Kysely, sql } from "kysely";

/** When results of surveys in some categories are shown to nobody (R665). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const id =
    engine === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key";
  await sql`create table quiet_periods (
    id ${sql.raw(id)},
    title text not null,
    categories text,
    starts_at bigint not null,
    ends_at bigint not null,
    created_by bigint,
    check (starts_at <= ends_at)
  )`.execute(db);
  await sql`create index quiet_periods_by_end on quiet_periods (ends_at)`.execute(db);
  await sql`create index quiet_periods_of_person on quiet_periods (created_by)`.execute(db);
};
