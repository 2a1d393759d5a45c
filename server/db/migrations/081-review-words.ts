import { type Kysely, sql } from "kysely";

/** The words that hold surveys for review before they are published, and what is held (R653, R662). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  if (engine === "postgres") await sql`lock table surveys in share row exclusive mode`.execute(db);
  const id =
    engine === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key";
  await sql`create table review_words (
    id ${sql.raw(id)},
    form text not null unique,
    root text not null,
    kind text not null check (kind in ('held', 'allowed')),
    is_shipped bigint not null default 0,
    letters text,
    squeezed text,
    added_by bigint
  )`.execute(db);
  await sql`create index review_words_of_kind on review_words (kind, id)`.execute(db);
  await sql`create index review_words_of_person on review_words (added_by)`.execute(db);
  await sql`create table survey_holds (
    survey_id bigint primary key references surveys on delete cascade,
    is_open bigint not null,
    publishes bigint not null,
    matches text not null,
    held_at bigint not null
  )`.execute(db);
};
