import { type Kysely, sql } from "kysely";

/**
 * The shown votes of a private survey increase in steps, and surveys with hidden results are
 * ordered by popularity with a rough number. What was shown so far stays; the first step continues
 * from it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ["instant_results", "in_steps", "counted_votes"]) {
    await sql`alter table surveys add column ${sql.id(column)} bigint not null default 0`.execute(
      db,
    );
  }
  await sql`alter table options add column shown_votes bigint not null default 0`.execute(db);
  await sql`update options set shown_votes = vote_count
    where survey_id in (select id from surveys where visibility = 'private')`.execute(db);
  await sql`update surveys set counted_votes = popularity,
    in_steps = case when visibility = 'private' then 1 else 0 end,
    popularity = case when result_visibility = 'after' then 0 else popularity end`.execute(db);
  await sql`create index surveys_in_steps on surveys (id) where in_steps = 1`.execute(db);
  await sql`create index surveys_listed_hidden on surveys (id)
    where listed = 1 and result_visibility = 'after'`.execute(db);
}
