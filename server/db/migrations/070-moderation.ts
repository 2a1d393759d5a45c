import { type Kysely, sql } from "kysely";

/** Roles, reports, decisions about them, and the record of what staff did, which only grows. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const isSqlite = engine === "sqlite";
  const id = isSqlite ? "integer primary key" : "bigint generated always as identity primary key";
  if (!isSqlite) await sql`lock table surveys, users in access exclusive mode`.execute(db);
  await sql`alter table users add column role text not null default 'member'`.execute(db);
  await sql`alter table users add column suspended_until bigint`.execute(db);
  await sql`create index users_staff on users (id) where role <> 'member'`.execute(db);
  await sql`alter table surveys add column hidden text`.execute(db);
  await sql`create table moderation_cases (
    id ${sql.raw(id)},
    survey_id bigint unique references surveys on delete cascade,
    person_id bigint unique references users on delete cascade,
    reports bigint not null default 0,
    weight bigint not null default 0,
    opened_at bigint,
    has_objection bigint not null default 0,
    urgency bigint,
    version bigint not null default 0,
    check ((survey_id is null) <> (person_id is null))
  )`.execute(db);
  await sql`create index moderation_queue on moderation_cases (urgency, id)
    where urgency is not null`.execute(db);
  await sql`create table reports (
    id ${sql.raw(id)},
    case_id bigint not null references moderation_cases on delete cascade,
    reporter_id bigint references users on delete set null,
    reason text not null,
    text text not null,
    snapshot text not null,
    weight bigint not null,
    created_at bigint not null,
    decided_at bigint
  )`.execute(db);
  await sql`create index reports_of_case on reports (case_id, id)`.execute(db);
  await sql`create unique index reports_once on reports (case_id, reporter_id)
    where decided_at is null`.execute(db);
  await sql`create index reports_of_person on reports (reporter_id)`.execute(db);
  await sql`create table reporter_records (
    user_id bigint primary key references users on delete cascade,
    upheld bigint not null,
    dismissed bigint not null
  )`.execute(db);
  await sql`create table decisions (
    id ${sql.raw(id)},
    case_id bigint not null references moderation_cases on delete cascade,
    person_id bigint not null references users on delete cascade,
    moderator_id bigint references users on delete set null,
    act text not null,
    reason text not null,
    words text not null,
    decided_at bigint not null,
    until bigint,
    undone_at bigint,
    objection text,
    objection_answered_at bigint
  )`.execute(db);
  await sql`create index decisions_of_case on decisions (case_id, id)`.execute(db);
  await sql`create index decisions_about on decisions (person_id, id)`.execute(db);
  await sql`create index decisions_of_moderator on decisions (moderator_id)`.execute(db);
  await sql`create table moderation_record (
    number bigint primary key,
    at bigint not null,
    actor bigint,
    act text not null,
    target text not null,
    reason text not null,
    words text not null,
    hash text not null
  )`.execute(db);
  for (const statement of isSqlite ? ONLY_GROWS_IN_SQLITE : ONLY_GROWS_IN_POSTGRES)
    await sql.raw(statement).execute(db);
};

const ONLY_GROWS_IN_SQLITE = ["update", "delete"].map(
  (act) => `create trigger moderation_record_refuses_${act} before ${act} on moderation_record
    begin select raise(abort, 'moderation_record only grows'); end`,
);

const ONLY_GROWS_IN_POSTGRES = [
  `create or replace function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'moderation_record only grows'; end $$`,
  `create trigger moderation_record_only_grows before update or delete or truncate
    on moderation_record for each statement execute function refuse_change()`,
];
