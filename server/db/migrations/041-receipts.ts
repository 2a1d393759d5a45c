import { type Kysely, sql } from "kysely";

/** The signed ends of surveys, with the receipts of their votes. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  // The keys below take a weaker lock than the column; upgrading that can deadlock with votes.
  if (engine === "postgres") await sql`lock table surveys in access exclusive mode`.execute(db);
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table kept_receipts (
    survey_id bigint not null references surveys on delete cascade,
    receipt text not null,
    while_private bigint,
    primary key (survey_id, receipt)
  ) ${keyed}`.execute(db);
  await sql`create table signing_keys (key_id text primary key, x text not null)`.execute(db);
  await sql`create table seals (
    survey_id bigint primary key references surveys on delete cascade,
    document text not null,
    signature text not null,
    key_id text not null,
    checked_at bigint not null,
    difference text
  )`.execute(db);
  await sql`create index seals_by_check on seals (checked_at, survey_id)`.execute(db);
  await sql`create table seal_slices (
    survey_id bigint not null references surveys on delete cascade,
    number bigint not null,
    root text not null,
    receipts text not null,
    primary key (survey_id, number)
  )`.execute(db);
  await sql`alter table surveys add column seal_state bigint not null default 0`.execute(db);
  await sql`create index surveys_to_seal on surveys (seal_state, expire_time, id)
    where seal_state <> 1 and visibility is not null and expire_time is not null`.execute(db);
};
