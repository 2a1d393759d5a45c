import { type Kysely, sql } from "kysely";

/** Codes, passkeys and recovery codes (R260), and logins that wait for their second step (R261). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  const owner = sql`user_id bigint not null references users on delete cascade`;
  await sql`create table totp (
    user_id bigint primary key references users on delete cascade,
    secret text not null,
    created_at bigint not null,
    confirmed_at bigint,
    last_step bigint not null default 0
  ) ${keyed}`.execute(db);
  await sql`create table passkeys (
    credential_id text primary key,
    ${owner},
    public_key text not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    synced bigint not null,
    created_at bigint not null,
    used_at bigint
  ) ${keyed}`.execute(db);
  await sql`create index passkeys_by_user on passkeys (user_id)`.execute(db);
  await sql`create table recovery_codes (
    ${owner},
    code bigint not null,
    primary key (user_id, code)
  ) ${keyed}`.execute(db);
  await sql`create table sign_in_tickets (
    ticket_hash text primary key,
    ${owner},
    remember bigint not null,
    browser text not null,
    tries bigint not null default 0,
    expires_at bigint not null
  ) ${keyed}`.execute(db);
  await sql`create table ceremonies (
    token_hash text primary key,
    user_id bigint references users on delete cascade,
    purpose text not null,
    challenge text not null,
    expires_at bigint not null
  ) ${keyed}`.execute(db);
  for (const table of ["sign_in_tickets", "ceremonies"].map((name) => sql.raw(name))) {
    await sql`create index ${table}_by_user on ${table} (user_id)`.execute(db);
    await sql`create index ${table}_by_end on ${table} (expires_at)`.execute(db);
  }
};
