import { type Kysely, sql } from "kysely";

/** Mailboxes and provider identities that accounts have left, which go on marking their votes. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  // Without a reference to users: rows of a deleted account stay until its votes are anonymous.
  await sql`create table former_identities (
    number bigint not null,
    user_id bigint not null,
    proven bigint not null,
    reserved_until bigint not null,
    primary key (number, user_id)
  ) ${keyed}`.execute(db);
  await sql`create index former_identities_by_user on former_identities (user_id)`.execute(db);
};
