import { type Kysely, sql } from "kysely";

/** The assets of every release that was started recently (ADR-025). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const bytes = sql.raw(engine === "sqlite" ? "blob" : "bytea");
  await sql`create table assets (
    name text primary key,
    content ${bytes} not null,
    compressed bigint not null,
    started_at bigint not null
  )`.execute(db);
};
