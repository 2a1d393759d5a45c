import { type Kysely, sql } from "kysely";

/**
 * Cases whose reports do not count for a time (R677), that only admins decide (R679), people whose
 * reports do not count (R678), and how long cases waited for their decision (R684).
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const id =
    engine === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key";
  if (engine === "postgres")
    await sql`lock table moderation_cases, reporter_records in access exclusive mode`.execute(db);
  await sql`alter table moderation_cases add column muted_until bigint`.execute(db);
  await sql`alter table moderation_cases add column muted_snapshot text`.execute(db);
  await sql`alter table moderation_cases add column escalation text`.execute(db);
  await sql`create index moderation_muted on moderation_cases (muted_until)
    where muted_until is not null`.execute(db);
  await sql`create index moderation_oldest on moderation_cases (opened_at)
    where urgency is not null`.execute(db);
  await sql`alter table reporter_records add column muted integer not null default 0`.execute(db);
  await sql`create table closed_cases (
    id ${sql.raw(id)},
    closed_at bigint not null,
    waited_ms bigint not null
  )`.execute(db);
  await sql`create index closed_cases_by_time on closed_cases (closed_at)`.execute(db);
  await sql`create index closed_cases_by_wait on closed_cases (waited_ms)`.execute(db);
};
