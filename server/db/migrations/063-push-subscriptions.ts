import { type Kysely, sql } from "kysely";

/** Browsers that are sent push messages, each until its session ends. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const isSqlite = engine === "sqlite";
  const id = isSqlite ? "integer primary key" : "bigint generated always as identity primary key";
  await sql`create table push_subscriptions (
    id ${sql.raw(id)},
    session_hash text not null unique references sessions on delete cascade,
    user_id bigint not null,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    kinds text not null,
    at_any_time integer not null,
    created_at bigint not null,
    sent_through bigint not null,
    day text not null default '',
    sent_on_day integer not null default 0,
    question_day text not null default '',
    due_at bigint not null default 0,
    failures integer not null default 0
  )`.execute(db);
  await sql`create index push_subscriptions_of_user on push_subscriptions (user_id)`.execute(db);
};
