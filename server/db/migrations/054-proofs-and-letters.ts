import { type Kysely, sql } from "kysely";

/**
 * Which sessions have proved to own the account, and whose account a letter is about: it leaves the
 * outbox with the account. Letters from before, and of the previous release, name none. Without
 * foreign keys, which would lock `sessions` and `users` beside `mails`.
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  await sql`create table session_proofs (
    session_hash text not null primary key,
    expires_at bigint not null
  )`.execute(db);
  await sql`create index session_proofs_by_end on session_proofs (expires_at)`.execute(db);
  await sql`alter table mails add column user_id bigint`.execute(db);
  await sql`create index mails_of_user on mails (user_id)`.execute(db);
  if (engine === "postgres") return;
  // Words of deleted surveys leave the full-text index at once, not when it is next merged.
  await sql`insert into survey_words_fts (survey_words_fts, rank)
    values ('secure-delete', 1)`.execute(db);
};
