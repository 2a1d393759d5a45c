import type { Database } from "#server/db/database.ts";

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
