import type { Database, Transaction } from "#server/db/open.ts";
import { tell } from "#server/features/notifications/notifications.writes.ts";
import { lockPeople } from "#server/features/people/people.writes.ts";
import { ApiError } from "#server/http/problem.ts";

interface Follow {
  followerId: number;
  followedId: number;
}

/** Follows a person, if not done yet. Answers the nicknames of both. Throws 404. */
export async function follow(
  db: Database,
  { followerId, followedId, now }: Follow & { now: number },
): Promise<string[]> {
  return db.query.transaction().execute(async (tx) => {
    const nicknames = await lockBoth(db, tx, { followerId, followedId });
    const inserted = await tx
      .insertInto("follows")
      .values({ follower_id: followerId, followed_id: followedId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("followed_id")
      .executeTakeFirst();
    if (inserted) {
      await count(tx, { followerId, followedId }, 1);
      const news = { kind: "follower", actorId: followerId, surveyId: null, now } as const;
      await tell(db, tx, [followedId], news);
    }
    return nicknames;
  });
}

/** Stops following a person, if one does. Answers the nicknames of both. Throws 404. */
export async function unfollow(
  db: Database,
  { followerId, followedId }: Follow,
): Promise<string[]> {
  return db.query.transaction().execute(async (tx) => {
    const nicknames = await lockBoth(db, tx, { followerId, followedId });
    const deleted = await tx
      .deleteFrom("follows")
      .where("follower_id", "=", followerId)
      .where("followed_id", "=", followedId)
      .returning("followed_id")
      .executeTakeFirst();
    if (deleted) await count(tx, { followerId, followedId }, -1);
    return nicknames;
  });
}

async function lockBoth(db: Database, tx: Transaction, both: Follow): Promise<string[]> {
  const people = await lockPeople(db, tx, [both.followerId, both.followedId]);
  const exists = (id: number) => people.some((person) => person.id === id);
  if (!exists(both.followerId)) throw new ApiError("invalid_token");
  if (!exists(both.followedId)) throw new ApiError("person_not_found");
  return people.map((person) => person.nickname);
}

async function count(
  tx: Transaction,
  { followerId, followedId }: Follow,
  more: 1 | -1,
): Promise<void> {
  await tx
    .updateTable("users")
    .set((person) => ({ follower_count: person("follower_count", "+", more) }))
    .where("id", "=", followedId)
    .execute();
  await tx
    .updateTable("users")
    .set((person) => ({ following_count: person("following_count", "+", more) }))
    .where("id", "=", followerId)
    .execute();
}
