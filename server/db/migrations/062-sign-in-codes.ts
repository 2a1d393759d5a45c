import { type Kysely, sql } from "kysely";

/** Codes that sign in, and what accounts that were opened by them still lack (ADR-064). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  await sql`alter table users add column missing bigint not null default 0`.execute(db);
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table sign_in_codes (
    attempt_hash text primary key,
    link_hash text not null unique,
    code bigint not null,
    email text not null,
    canonical_email text not null,
    explicit_consent bigint not null,
    vote text,
    tries bigint not null default 0,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  ) ${keyed}`.execute(db);
  await sql`create index sign_in_codes_by_end on sign_in_codes (expires_at)`.execute(db);
  await sql`create index sign_in_codes_by_mailbox on sign_in_codes (canonical_email)`.execute(db);
};
