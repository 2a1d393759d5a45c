import { type Kysely, sql } from "kysely";

/** The former owner of deleted surveys until maintenance removed them. */
const NO_OWNER = -1;

/**
 * Deleted surveys have no owner and are in `removals`, instead of belonging to a placeholder user.
 * `departures` is renamed after what its rows are.
 */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  await (engine === "sqlite" ? makeOwnerOptional : dropNotNull)(db);
  await sql`create table removals (
    survey_id bigint primary key references surveys on delete cascade
  )`.execute(db);
  await sql`insert into removals (survey_id) select id from surveys where owner_id = ${NO_OWNER}`.execute(
    db,
  );
  await sql`update surveys set owner_id = null where owner_id = ${NO_OWNER}`.execute(db);
  await sql`delete from users where id = ${NO_OWNER}`.execute(db);

  await sql`create table pending_anonymizations (
    user_id bigint primary key,
    deleted_at bigint not null
  )`.execute(db);
  await sql`insert into pending_anonymizations (user_id, deleted_at)
    select user_id, left_at from departures`.execute(db);
  await sql`drop table departures`.execute(db);
};

const dropNotNull = (db: Kysely<never>) =>
  sql`alter table surveys alter column owner_id drop not null`.execute(db);

/**
 * SQLite cannot drop a constraint. A new column takes the place of the old one; a new table would
 * delete, with the old table, everything that refers to it.
 */
async function makeOwnerOptional(db: Kysely<never>): Promise<void> {
  for (const index of ["surveys_by_draft_key", "surveys_by_owner", "surveys_of_person"]) {
    await sql`drop index ${sql.id(index)}`.execute(db);
  }
  await sql`alter table surveys rename column owner_id to required_owner_id`.execute(db);
  await sql`alter table surveys add column owner_id bigint references users on delete cascade`.execute(
    db,
  );
  await sql`update surveys set owner_id = required_owner_id`.execute(db);
  await sql`alter table surveys drop column required_owner_id`.execute(db);
  await sql`create unique index surveys_by_draft_key on surveys (owner_id, draft_key)`.execute(db);
  await sql`create index surveys_by_owner on surveys (owner_id, id)`.execute(db);
  await sql`create index surveys_of_person on surveys (owner_id, start_time, id)
    where visibility = 'public'`.execute(db);
}
