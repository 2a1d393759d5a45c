import { type RawBuilder, sql } from "kysely";
import type { Clock } from "#server/clock.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { createNotifications } from "#server/features/notifications/notifications.writes.ts";
import { lockPeople } from "#server/features/people/people.writes.ts";
import type { Quotas } from "#server/features/quotas/quotas.writes.ts";

interface Follow {
  followerId: number;
  followedId: number;
}

/** The nicknames of both, the error that refuses the follow, or `locked` by another transaction. */
type Outcome = readonly string[] | ApiError | "locked";

const LARGEST_BATCH = 500;

/**
 * Returns a function that makes one person follow another, unless they already do, and returns the
 * nicknames of both once that is committed and synced. Follows that arrive together share a commit.
 * If another transaction has locked one of the two people, the follow goes into a separate batch
 * that waits for the lock, so that no other follow has to. Throws `person_not_found`,
 * `daily_quota`, or `invalid_token` if the follower's account is deleted.
 */
export function createFollowing(
  db: Database,
  quotas: Quotas,
  clock: Clock,
): (follow: Follow) => Promise<readonly string[]> {
  const inBatches = (lock: RawBuilder<unknown>) =>
    groupCommit<Follow, Outcome>(
      (follows) => transact(db, (tx) => followBatch(db, quotas, tx, follows, lock, clock.now())),
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
  if (outcome === "locked") throw new ApiError("overloaded");
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

async function followBatch(
  db: Database,
  quotas: Quotas,
  tx: Transaction,
  follows: readonly Follow[],
  lock: RawBuilder<unknown>,
  now: number,
): Promise<Outcome[]> {
  const outcomes = await lockBoth(db, tx, follows, lock);
  const possible = follows.filter((_, i) => Array.isArray(outcomes[i]));
  const { rows } = await sql<FollowRow>`
    insert into follows (follower_id, followed_id, created_at)
    select follower_id, followed_id, cast(${now} as bigint) from ${rowsOf(db, possible)}
    where not exists (select 1 from blocks where kind = 'block'
      and ((user_id = followed_id and person_id = follower_id)
        or (user_id = follower_id and person_id = followed_id)))
    on conflict do nothing returning follower_id, followed_id`.execute(tx);
  if (rows.length === 0) return outcomes;
  const inserted = rows.map((row) => ({
    followerId: row.follower_id,
    followedId: row.followed_id,
  }));
  const refused = await undoExcess(db, quotas, tx, inserted, now);
  const done = inserted.filter((follow) => !refused.has(keyOf(follow)));
  await addToCounters(db, tx, done, 1);
  const recipients = done.map((row) => ({ userId: row.followedId, actorId: row.followerId }));
  await createNotifications(db, tx, recipients, { kind: "follower", surveyId: null, now });
  return outcomes.map((outcome, i) => refused.get(keyOf(follows[i])) ?? outcome);
}

interface FollowRow {
  follower_id: number;
  followed_id: number;
}

const rowsOf = (db: Database, follows: readonly Follow[]) =>
  db.rows(
    ["follower_id", "followed_id"],
    follows.map(({ followerId, followedId }) => [followerId, followedId]),
  );

const keyOf = (follow: Follow | undefined): string => `${follow?.followerId} ${follow?.followedId}`;

/** Deletes the new follows that exceed their follower's quota; returns the errors by `keyOf`. */
async function undoExcess(
  db: Database,
  quotas: Quotas,
  tx: Transaction,
  inserted: readonly Follow[],
  now: number,
): Promise<Map<string, ApiError>> {
  const byFollower = Map.groupBy(inserted, (follow) => follow.followerId);
  const acts = [...byFollower].map(([userId, { length }]) => ({ userId, acts: length }));
  const excesses = await quotas.count(tx, "follow", acts, now);
  if (excesses.size === 0) return new Map();
  const undone = [...excesses].flatMap(([userId, { acts, error }]) =>
    (byFollower.get(userId) ?? []).slice(-acts).map((follow) => ({ ...follow, error })),
  );
  await sql`delete from follows where (follower_id, followed_id) in (
    select follower_id, followed_id from ${rowsOf(db, undone)})`.execute(tx);
  return new Map(undone.map((follow) => [keyOf(follow), follow.error]));
}

/**
 * Makes one person stop following another, if they do. Returns and throws the same as following.
 */
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

/** Ends the follows between two people, whom the transaction has locked. */
export async function endFollows(
  db: Database,
  tx: Transaction,
  [one, other]: readonly [number, number],
): Promise<void> {
  const { rows } = await sql<FollowRow>`delete from follows
    where (follower_id = ${one} and followed_id = ${other})
      or (follower_id = ${other} and followed_id = ${one})
    returning follower_id, followed_id`.execute(tx);
  const ended = rows.map((row) => ({ followerId: row.follower_id, followedId: row.followed_id }));
  if (ended.length > 0) await addToCounters(db, tx, ended, -1);
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
    if (follower === undefined) return new ApiError("invalid_token");
    if (followed === undefined) return new ApiError("person_not_found");
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
