import { type Kysely, sql } from "kysely";

/** Who waits for the end of which survey, and which browsers wait for push messages. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  if (engine === "postgres")
    await sql`lock table push_subscriptions, surveys, users in access exclusive mode`.execute(db);
  await sql`create table awaited_ends (
    survey_id bigint not null references surveys on delete cascade,
    user_id bigint not null references users on delete cascade,
    created_at bigint not null,
    primary key (survey_id, user_id)
  ) ${keyed}`.execute(db);
  await sql`create index awaited_ends_of_user on awaited_ends (user_id)`.execute(db);
  await sql`alter table push_subscriptions add column wakes_at bigint`.execute(db);
  await sql`update push_subscriptions set wakes_at = 0`.execute(db);
  await sql`create index push_subscriptions_waking on push_subscriptions (wakes_at)
    where wakes_at is not null`.execute(db);
  await sql`create index push_subscriptions_for_question on push_subscriptions (question_day)
    where kinds like '%question%'`.execute(db);
};
