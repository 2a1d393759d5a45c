import { type Kysely, sql } from "kysely";

/**
 * Which addresses are verified, the links sent to them, and who may vote (R251 to R257). Nobody is
 * verified yet, and every existing survey stays open to all members.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column email_verified_at bigint`.execute(db);
  await sql`alter table surveys add column verified_voters bigint not null default 0`.execute(db);
  await sql`create table mail_links (
    token_hash text primary key,
    user_id bigint not null references users on delete cascade,
    purpose text not null check (purpose in ('verify', 'undo', 'reset')),
    email text not null,
    canonical_email text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`.execute(db);
  await sql`create index mail_links_by_user on mail_links (user_id)`.execute(db);
  await sql`create index mail_links_by_expiry on mail_links (expires_at)`.execute(db);
  await sql`create index mail_links_by_mailbox on mail_links (canonical_email)`.execute(db);
}
