import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";

/** Adds `count` new followers of a person; two of them begin in the same millisecond. */
export async function insertFollowers(
  db: Database,
  followed: number,
  count: number,
): Promise<void> {
  const places = Array.from({ length: count }, (_, i) => [i]);
  const { rows } = await sql<{ id: number }>`insert into users (name, nickname, email,
      canonical_email, gender, birth_date, city_id, consent_version, explicit_consent_at,
      communication_consent_at, following_count, created_at)
    select 'x', ${`${followed}_`} || place, ${`${followed}_`} || place, ${`${followed}_`} || place, 'other', '1990-04-23',
      1, '1', 1, 1, 1, 1
    from ${db.rows(["place"], places)} returning id`.execute(db.query);
  const rowsOfIds = db.rows(
    ["id"],
    rows.map(({ id }) => [id]),
  );
  await sql`insert into follows (follower_id, followed_id, created_at)
    select id, cast(${followed} as bigint), id / 2 from ${rowsOfIds}`.execute(db.query);
  await sql`update users set follower_count = follower_count + cast(${count} as bigint)
    where id = ${followed}`.execute(db.query);
}
