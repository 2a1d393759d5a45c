import { type Kysely, sql } from "kysely";

/** Allows several notifications of one kind about a survey, and muting kinds. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`alter table notifications add column number bigint`.execute(db);
  await sql`drop index notifications_once`.execute(db);
  await sql`create unique index notifications_once on notifications
    (user_id, kind, coalesce(actor_id, 0), coalesce(survey_id, 0), coalesce(number, 0))`.execute(
    db,
  );

  await sql`create table muted_notifications (
    user_id bigint not null references users on delete cascade,
    kind text not null,
    primary key (user_id, kind)
  ) ${keyed}`.execute(db);

  await sql`create table leaders (
    survey_id bigint primary key references surveys on delete cascade,
    option_id bigint not null,
    notified_option_id bigint not null,
    notified_at bigint not null,
    changes bigint not null
  ) ${keyed}`.execute(db);
  await sql`create index leaders_pending on leaders (notified_at)
    where option_id <> notified_option_id`.execute(db);
};
