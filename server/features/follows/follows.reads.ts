import { type Expression, type SqlBool, sql } from "kysely";
import { BATCH_ROWS, inBatches } from "#server/db/batches.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";

export async function follows(
  db: Database,
  followerId: number,
  followedId: number,
): Promise<boolean> {
  const follow = await db.query
    .selectFrom("follows")
    .select("created_at")
    .where("follower_id", "=", followerId)
    .where("followed_id", "=", followedId)
    .executeTakeFirst();
  return follow !== undefined;
}

/** Whether somebody follows a person, a column in a statement. */
export const isFollowing = (followerId: number, person: Expression<unknown>) =>
  sql<SqlBool>`(select 1 from follows
    where follows.follower_id = ${followerId} and follows.followed_id = ${person}) is not null`;

/** Somebody's followers or followings, oldest first, in batches. */
export const readFollows = (
  db: Database,
  id: number,
  person: "followed_id" | "follower_id",
  other: "followed_id" | "follower_id",
) =>
  inBatches(
    { created_at: 0, id: 0 },
    (last) =>
      db.query
        .selectFrom("follows")
        .innerJoin("users", "users.id", `follows.${other}`)
        .select(["users.id", "users.nickname", "follows.created_at"])
        .where(`follows.${person}`, "=", id)
        .where(
          sql<SqlBool>`(follows.created_at, ${sql.ref(`follows.${other}`)})
          > (${last.created_at}, ${last.id})`,
        )
        .orderBy("follows.created_at")
        .orderBy(`follows.${other}`)
        .limit(BATCH_ROWS)
        .execute(),
    (row) => row,
    ({ nickname, created_at }) => ({ nickname, since: toTimestamp(created_at) }),
  );

/** See `Feature.wrongCounters`. */
export const WRONG_FOLLOW_COUNTERS = {
  "a person's followers": sql`select users.id from users
    left join (select followed_id, count(*) as followers from follows group by followed_id)
      as counted on counted.followed_id = users.id
    where follower_count <> coalesce(followers, 0)`,
  "the people whom a person follows": sql`select users.id from users
    left join (select follower_id, count(*) as followed from follows group by follower_id)
      as counted on counted.follower_id = users.id
    where following_count <> coalesce(followed, 0)`,
};
