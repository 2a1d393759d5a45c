import { type Kysely, sql } from "kysely";

/** Lists of people are read along an index from any position, however long they are. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index users_by_followers`.execute(db);
  await sql`create index users_by_followers on users (follower_count desc, id)`.execute(db);
  await sql`drop index follows_by_followed`.execute(db);
  await sql`create index follows_by_followed on follows (followed_id, created_at, follower_id)`.execute(
    db,
  );
  await sql`drop index follows_by_follower`.execute(db);
  await sql`create index follows_by_follower on follows (follower_id, created_at, followed_id)`.execute(
    db,
  );
  await sql`drop index invitations_by_user`.execute(db);
  await sql`create index invitations_by_user on invitations (user_id, created_at, survey_id)`.execute(
    db,
  );
  await sql`create index invitations_by_survey on invitations (survey_id, created_at, user_id)`.execute(
    db,
  );
}
