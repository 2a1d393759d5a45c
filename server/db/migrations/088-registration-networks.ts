import { type Kysely, sql } from "kysely";

/** The network that an account registered from, as a number, to find accounts of one farm (R429). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const isSqlite = engine === "sqlite";
  if (!isSqlite) await sql`lock table users in share row exclusive mode`.execute(db);
  await sql`create table registration_networks (
    user_id bigint primary key references users on delete cascade,
    network bigint not null,
    registered_at bigint not null
  ) ${sql.raw(isSqlite ? "without rowid" : "")}`.execute(db);
  await sql`create index registration_networks_by_network
    on registration_networks (network, user_id)`.execute(db);
  await sql`create index registration_networks_by_time
    on registration_networks (registered_at)`.execute(db);
};
