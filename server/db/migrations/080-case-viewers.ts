import { type Kysely, sql } from "kysely";

/** Who of staff has which case open. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const isSqlite = engine === "sqlite";
  if (!isSqlite)
    await sql`lock table users, moderation_cases in share row exclusive mode`.execute(db);
  await sql`create table case_viewers (
    case_id bigint not null references moderation_cases on delete cascade,
    user_id bigint not null references users on delete cascade,
    seen_at bigint not null,
    primary key (case_id, user_id)
  ) ${sql.raw(isSqlite ? "without rowid" : "")}`.execute(db);
  await sql`create index case_viewers_of_person on case_viewers (user_id)`.execute(db);
  await sql`create index case_viewers_by_time on case_viewers (seen_at)`.execute(db);
};
