import { type Kysely, sql } from "kysely";

/** Pictures that moderation has taken from their addresses, and the looks that it refuses (R647, R648). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const id =
    engine === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key";
  // Each new table refers to some of them, which PostgreSQL locks in this order.
  if (engine === "postgres")
    await sql`lock table surveys, users, decisions in share row exclusive mode`.execute(db);
  await sql`create table withheld_pictures (
    id ${sql.raw(id)},
    survey_id bigint references surveys on delete cascade,
    option_id bigint,
    question bigint,
    person_id bigint references users on delete cascade,
    image text not null,
    former_path text not null,
    is_moved integer not null default 0,
    decision_id bigint references decisions on delete cascade,
    deletes_at bigint
  )`.execute(db);
  await sql`create index withheld_of_survey on withheld_pictures (survey_id)`.execute(db);
  await sql`create index withheld_of_person on withheld_pictures (person_id)`.execute(db);
  await sql`create index withheld_by_decision on withheld_pictures (decision_id)`.execute(db);
  await sql`create index withheld_image on withheld_pictures (image)`.execute(db);
  await sql`create index withheld_unmoved on withheld_pictures (id) where is_moved = 0`.execute(db);
  await sql`create index withheld_to_delete on withheld_pictures (deletes_at)
    where deletes_at is not null`.execute(db);
  await sql`create table refused_pictures (
    id ${sql.raw(id)},
    decision_id bigint references decisions on delete set null,
    look text not null
  )`.execute(db);
  await sql`create index refused_by_decision on refused_pictures (decision_id)`.execute(db);
  await sql`create table refused_picture_bands (
    band bigint not null,
    picture_id bigint not null references refused_pictures on delete cascade,
    primary key (band, picture_id)
  )`.execute(db);
  await sql`create index bands_of_picture on refused_picture_bands (picture_id)`.execute(db);
};
