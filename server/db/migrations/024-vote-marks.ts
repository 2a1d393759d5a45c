import { type Kysely, sql } from "kysely";

/** Records in which surveys the mailboxes of deleted accounts have voted (R211). */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const keyed = sql.raw(engine === "sqlite" ? "without rowid" : "");
  await sql`create table vote_marks (
    survey_id bigint not null references surveys on delete cascade,
    mark bigint not null,
    primary key (survey_id, mark)
  ) ${keyed}`.execute(db);
  await sql`alter table pending_anonymizations add column mailbox bigint`.execute(db);
  await sql`create index pending_anonymizations_by_mailbox
    on pending_anonymizations (mailbox)`.execute(db);
};
