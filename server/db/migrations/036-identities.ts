import { type Kysely, sql } from "kysely";

/** The providers that people sign in with, and sign-ins in progress there. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table identities (
    issuer text not null,
    subject text not null,
    user_id bigint not null references users on delete cascade,
    email text,
    linked_at bigint not null,
    primary key (issuer, subject)
  )`.execute(db);
  await sql`create unique index identities_by_user on identities (user_id, issuer)`.execute(db);
  await sql`create table provider_flows (
    state_hash text primary key,
    browser_key_hash text not null,
    provider text not null,
    nonce text not null,
    verifier text not null,
    user_id bigint references users on delete cascade,
    expires_at bigint not null
  )`.execute(db);
  await sql`create index provider_flows_by_user on provider_flows (user_id)
    where user_id is not null`.execute(db);
  await sql`create index provider_flows_by_expiry on provider_flows (expires_at)`.execute(db);
  await sql`create table newcomers (
    ticket_hash text primary key,
    issuer text not null,
    subject text not null,
    email text not null,
    expires_at bigint not null
  )`.execute(db);
  await sql`create index newcomers_by_expiry on newcomers (expires_at)`.execute(db);
}
