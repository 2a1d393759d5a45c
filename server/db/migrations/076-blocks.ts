import { type Kysely, sql } from "kysely";

/** Whom people have blocked or muted. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const isSqlite = engine === "sqlite";
  if (!isSqlite) await sql`lock table users in access exclusive mode`.execute(db);
  await sql`create table blocks (
    user_id bigint not null references users on delete cascade,
    person_id bigint not null references users on delete cascade,
    kind text not null check (kind in ('mute', 'block')),
    created_at bigint not null,
    primary key (user_id, person_id)
  ) ${sql.raw(isSqlite ? "without rowid" : "")}`.execute(db);
  await sql`create index blocks_of_person on blocks (person_id)`.execute(db);
};
