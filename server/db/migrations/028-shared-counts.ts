import { type Kysely, sql } from "kysely";

/** Limits shared by all servers (R232), and where people have signed in (R233). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table shared_counts (
    counter bigint primary key,
    hits bigint not null,
    ends_at bigint not null
  ) ${keyed}`.execute(db);
  await sql`create index shared_counts_by_end on shared_counts (ends_at)`.execute(db);
  await sql`create table known_places (
    user_id bigint not null references users on delete cascade,
    place bigint not null,
    seen_at bigint not null,
    primary key (user_id, place)
  ) ${keyed}`.execute(db);
  await sql`create index known_places_by_time on known_places (seen_at)`.execute(db);
};
