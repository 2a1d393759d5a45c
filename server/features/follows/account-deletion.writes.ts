import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { BATCH_ROWS, hasMany } from "#server/db/batches.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";

export const hasManyFollowers = (db: Database, userId: number): Promise<boolean> =>
  hasMany(db, sql`select 1 from follows where followed_id = ${userId}`);

export async function deleteFollowers(db: Database, userId: number): Promise<void> {
  while (await deleteFollowerBatch(db, userId)) await yieldToEventLoop();
}

/** Deletes a batch of a person's followers; returns whether there may be more. */
async function deleteFollowerBatch(db: Database, id: number): Promise<boolean> {
  return transact(db, async (tx) => {
    const some = await tx
      .selectFrom("follows")
      .select("follower_id")
      .where("followed_id", "=", id)
      .limit(BATCH_ROWS)
      .execute();
    const locked = idRows(db, [id, ...some.map((row) => row.follower_id)]);
    await sql`select id from users where id in (select id from ${locked})
      order by id ${db.forUpdate}`.execute(tx);
    // Some may have stopped following by now.
    const { rows } = await sql<{ follower_id: number }>`delete from follows
      where followed_id = ${id} and follower_id in (select id from ${locked})
      returning follower_id`.execute(tx);
    if (rows.length === 0) return false;
    const unfollowing = idRows(
      db,
      rows.map((row) => row.follower_id),
    );
    await sql`update users set following_count = following_count - 1
      where id in (select id from ${unfollowing})`.execute(tx);
    await sql`update users set follower_count = follower_count - ${rows.length}
      where id = ${id}`.execute(tx);
    return some.length === BATCH_ROWS;
  });
}

/**
 * Locks a person who is about to be deleted with everybody who follows them or whom they follow,
 * and corrects the counters of those. In id order, like every transaction that locks people, so
 * that it cannot deadlock with follows.
 */
export async function leaveFollows(db: Database, tx: Transaction, id: number): Promise<void> {
  const followers = sql`select follower_id from follows where followed_id = ${id}`;
  const followings = sql`select followed_id from follows where follower_id = ${id}`;
  await sql`select id from users
    where id in (select cast(${id} as bigint) union ${followers} union ${followings})
    order by id ${db.forUpdate}`.execute(tx);
  await sql`update users set follower_count = follower_count - 1
    where id in (${followings})`.execute(tx);
  await sql`update users set following_count = following_count - 1
    where id in (${followers})`.execute(tx);
}
