import { type Kysely, sql } from "kysely";

/**
 * Votes cast while their survey was private are kept separate once it is public (R210). For surveys
 * opened before this migration it is unknown which votes those are: all count as public there,
 * except where some were still hidden.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table votes add column while_private bigint`.execute(db);
  await sql`alter table options add column private_votes bigint not null default 0`.execute(db);
  await sql`alter table surveys add column was_public bigint not null default 0`.execute(db);
  const ofPrivate = sql`survey_id in (
    select id from surveys where visibility = 'private' or in_steps = 1)`;
  await sql`update votes set while_private = 1 where ${ofPrivate}`.execute(db);
  await sql`update options set private_votes = vote_count where ${ofPrivate}`.execute(db);
  await sql`update surveys set was_public = 1 where visibility = 'public'`.execute(db);
  await sql`update surveys set counted_votes = 0, popularity = 0
    where visibility = 'public' and in_steps = 1`.execute(db);
}
