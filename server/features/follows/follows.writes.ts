import { type RawBuilder, sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { Clock } from "#server/app-context.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { createNotifications } from "#server/features/notifications/notifications.writes.ts";
import { lockPeople } from "#server/features/people/people.writes.ts";

interface Follow {
  followerId: number;
  followedId: number;
}

/** The nicknames of both; why the follow is refused; or `locked` by another transaction. */
type Outcome = readonly string[] | ErrorCode | "locked";

const LARGEST_BATCH = 500;

/**
 * Answers a function that makes one person follow another, if they do not yet, and answers the
 * nicknames of both once that is committed and synced. Follows that arrive together share a commit.
 * Where another transaction has locked one of the two, that follow goes into a batch that waits for
 * the lock, so that no other has to. Throws `person_not_found`, or `invalid_token` where the
 * follower's account is deleted.
 */
export function createFollowing(
  db: Database,
  clock: Clock,
): (follow: Follow) => Promise<readonly string[]> {
  const inBatches = (lock: RawBuilder<unknown>) =>
    groupCommit<Follow, Outcome>(
      (follows) => transact(db, (tx) => followBatch(db, tx, follows, lock, clock.now())),
      LARGEST_BATCH,
    );
  const followUnlessLocked = inBatches(db.forUpdateSkipLocked);
  const followWhenUnlocked = inBatches(db.forUpdate);
  return async (follow) => {
    const outcome = await followUnlessLocked(follow);
    return nicknamesOf(outcome === "locked" ? await followWhenUnlocked(follow) : outcome);
  };
}

function nicknamesOf(outcome: Outcome): readonly string[] {
  if (typeof outcome !== "string") return outcome;
  throw new ApiError(outcome === "locked" ? "overloaded" : outcome);
}

async function followBatch(
  db: Database,
  tx: Transaction,
  follows: readonly Follow[],
  lock: RawBuilder<unknown>,
  now: number,
): Promise<Outcome[]> {
  const outcomes = await lockBoth(db, tx, follows, lock);
  const possible = follows.filter((_, i) => typeof outcomes[i] !== "string");
  const rowsOfFollows = db.rows(
    ["follower_id", "followed_id"],
    possible.map(({ followerId, followedId }) => [followerId, followedId]),
  );
  const { rows } = await sql<{ follower_id: number; followed_id: number }>`
    insert into follows (follower_id, followed_id, created_at)
    select follower_id, followed_id, cast(${now} as bigint) from ${rowsOfFollows} where true
    on conflict do nothing returning follower_id, followed_id`.execute(tx);
  if (rows.length === 0) return outcomes;
  const inserted = rows.map((row) => ({
    followerId: row.follower_id,
    followedId: row.followed_id,
  }));
  await addToCounters(db, tx, inserted, 1);
  const recipients = inserted.map((row) => ({ userId: row.followedId, actorId: row.followerId }));
  await createNotifications(db, tx, recipients, { kind: "follower", surveyId: null, now });
  return outcomes;
}

/** Makes one person stop following another, if they do. Answers and throws the same. */
export async function unfollow(db: Database, follow: Follow): Promise<readonly string[]> {
  return transact(db, async (tx) => {
    const [outcome = []] = await lockBoth(db, tx, [follow], db.forUpdate);
    const nicknames = nicknamesOf(outcome);
    const deleted = await tx
      .deleteFrom("follows")
      .where("follower_id", "=", follow.followerId)
      .where("followed_id", "=", follow.followedId)
      .returning("followed_id")
      .executeTakeFirst();
    if (deleted) await addToCounters(db, tx, [follow], -1);
    return nicknames;
  });
}

async function lockBoth(
  db: Database,
  tx: Transaction,
  follows: readonly Follow[],
  lock: RawBuilder<unknown>,
): Promise<Outcome[]> {
  const ids = follows.flatMap(({ followerId, followedId }) => [followerId, followedId]);
  const nicknames = await lockPeople(db, tx, ids, lock);
  return follows.map(({ followerId, followedId }) => {
    const [follower, followed] = [nicknames.get(followerId), nicknames.get(followedId)];
    if (follower === undefined) return "invalid_token";
    if (followed === undefined) return "person_not_found";
    return follower === null || followed === null ? "locked" : [follower, followed];
  });
}

async function addToCounters(
  db: Database,
  tx: Transaction,
  follows: readonly Follow[],
  change: 1 | -1,
): Promise<void> {
  const changes = db.rows(
    ["id", "followers", "followings"],
    follows.flatMap(({ followerId, followedId }) => [
      [followedId, change, 0],
      [followerId, 0, change],
    ]),
  );
  await sql`with changed as (
      select id, sum(followers) as followers, sum(followings) as followings from ${changes} group by id)
    update users set follower_count = follower_count + followers,
      following_count = following_count + followings
    from changed where users.id = changed.id`.execute(tx);
}
