import { type Kysely, sql } from "kysely";

/** The columns and indexes of notifications that are yet to be created get clearer names. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table surveys rename column followers_untold to fanout_pending`.execute(db);
  await sql`drop index surveys_followers_untold`.execute(db);
  await sql`create index surveys_fanout_pending on surveys (id) where fanout_pending = 1`.execute(
    db,
  );
  await sql`alter table surveys rename column end_told_at to end_notified_at`.execute(db);
  await sql`drop index surveys_untold`.execute(db);
  await sql`create index surveys_end_pending on surveys (expire_time)
    where end_notified_at is null and visibility is not null`.execute(db);
}
