import { type Kysely, sql } from "kysely";

/** What courts, authorities and lawyers ask for, with copies of what it is about (R672, R670). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const id =
    engine === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key";
  if (engine === "postgres")
    await sql`lock table moderation_cases, decisions in access exclusive mode`.execute(db);
  await sql`create table legal_requests (
    id ${sql.raw(id)},
    year bigint not null,
    number bigint not null,
    asker text not null,
    reference text not null,
    target text not null,
    words text not null,
    received_at bigint not null,
    deadline bigint not null,
    case_id bigint references moderation_cases on delete set null,
    copy text,
    copy_hash text,
    outcome text,
    answer text,
    answered_at bigint,
    queue bigint,
    unique (year, number)
  )`.execute(db);
  await sql`create index legal_requests_open on legal_requests (queue, id)
    where queue is not null`.execute(db);
  await sql`create index legal_requests_answered on legal_requests (answered_at, id)
    where answered_at is not null`.execute(db);
  await sql`create index legal_requests_of_case on legal_requests (case_id)`.execute(db);
  await sql`create table legal_pictures (
    id ${sql.raw(id)},
    request_id bigint not null references legal_requests on delete cascade,
    content text not null,
    image text not null,
    sha256 text not null
  )`.execute(db);
  await sql`create index legal_pictures_of_request on legal_pictures (request_id)`.execute(db);
  await sql`create index legal_pictures_image on legal_pictures (image)`.execute(db);
  await sql`alter table decisions add column legal_request_id bigint
    references legal_requests on delete set null`.execute(db);
  await sql`create index decisions_for_request on decisions (legal_request_id)
    where legal_request_id is not null`.execute(db);
};
