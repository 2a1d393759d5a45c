import { type RawBuilder, sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { Clock } from "#server/app-context.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { tell } from "#server/features/notifications/notifications.writes.ts";
import { lockPeople } from "#server/features/people/people.writes.ts";

interface Follow {
  followerId: number;
  followedId: number;
}

/** The nicknames of both; why nobody can follow here; or that another transaction holds one. */
type Found = readonly string[] | ErrorCode | "held";

const LARGEST_BATCH = 500;

/**
 * Answers a function that makes one person follow another, if they do not yet, and gives the
 * nicknames of both once it is committed and synced. Those who follow at the same time share a
 * commit, and none waits for a person whom another transaction holds, but those who follow or are
 * that person. It throws `person_not_found`, or `invalid_token` where the follower has left.
 */
export function createFollowing(
  db: Database,
  clock: Clock,
): (follow: Follow) => Promise<readonly string[]> {
  const inGroups = (lock: RawBuilder<unknown>) =>
    groupCommit<Follow, Found>(
      (follows) => transact(db, (tx) => followTogether(db, tx, follows, lock, clock.now())),
      LARGEST_BATCH,
    );
  const followFree = inGroups(db.forUpdateSkipLocked);
  const followHeld = inGroups(db.forUpdate);
  return async (follow) => {
    const found = await followFree(follow);
    return nicknamesOf(found === "held" ? await followHeld(follow) : found);
  };
}

function nicknamesOf(found: Found): readonly string[] {
  if (typeof found === "string") throw new ApiError(found === "held" ? "overloaded" : found);
  return found;
}

async function followTogether(
  db: Database,
  tx: Transaction,
  follows: readonly Follow[],
  lock: RawBuilder<unknown>,
  now: number,
): Promise<Found[]> {
  const found = await lockBoth(db, tx, follows, lock);
  const possible = follows.filter((_, i) => typeof found[i] !== "string");
  const given = db.rows(
    ["follower_id", "followed_id"],
    possible.map(({ followerId, followedId }) => [followerId, followedId]),
  );
  const { rows } = await sql<{ follower_id: number; followed_id: number }>`
    insert into follows (follower_id, followed_id, created_at)
    select follower_id, followed_id, cast(${now} as bigint) from ${given} where true
    on conflict do nothing returning follower_id, followed_id`.execute(tx);
  if (rows.length === 0) return found;
  const followers = rows.map((row) => ({
    followerId: row.follower_id,
    followedId: row.followed_id,
  }));
  await count(db, tx, followers, 1);
  const told = followers.map((row) => ({ userId: row.followedId, actorId: row.followerId }));
  await tell(db, tx, told, { kind: "follower", surveyId: null, now });
  return found;
}

/** Stops following a person, if one does. Answers and throws the same. */
export async function unfollow(db: Database, follow: Follow): Promise<readonly string[]> {
  return transact(db, async (tx) => {
    const [found = []] = await lockBoth(db, tx, [follow], db.forUpdate);
    const nicknames = nicknamesOf(found);
    const deleted = await tx
      .deleteFrom("follows")
      .where("follower_id", "=", follow.followerId)
      .where("followed_id", "=", follow.followedId)
      .returning("followed_id")
      .executeTakeFirst();
    if (deleted) await count(db, tx, [follow], -1);
    return nicknames;
  });
}

async function lockBoth(
  db: Database,
  tx: Transaction,
  follows: readonly Follow[],
  lock: RawBuilder<unknown>,
): Promise<Found[]> {
  const ids = follows.flatMap(({ followerId, followedId }) => [followerId, followedId]);
  const nicknames = await lockPeople(db, tx, ids, lock);
  return follows.map(({ followerId, followedId }) => {
    const [follower, followed] = [nicknames.get(followerId), nicknames.get(followedId)];
    if (follower === undefined) return "invalid_token";
    if (followed === undefined) return "person_not_found";
    return follower === null || followed === null ? "held" : [follower, followed];
  });
}

async function count(
  db: Database,
  tx: Transaction,
  follows: readonly Follow[],
  more: 1 | -1,
): Promise<void> {
  const given = db.rows(
    ["id", "followers", "followings"],
    follows.flatMap(({ followerId, followedId }) => [
      [followedId, more, 0],
      [followerId, 0, more],
    ]),
  );
  await sql`with changed as (
      select id, sum(followers) as followers, sum(followings) as followings from ${given} group by id)
    update users set follower_count = follower_count + followers,
      following_count = following_count + followings
    from changed where users.id = changed.id`.execute(tx);
}
