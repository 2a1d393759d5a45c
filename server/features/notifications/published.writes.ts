import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import type { Clock } from "#server/clock.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import {
  FOR_ADULT_FOLLOWERS,
  hasNotEndedAt,
  isListed,
} from "#server/features/visibility/visibility.reads.ts";
import { createNotifications } from "./notifications.writes.ts";

const FOLLOWERS_AT_ONCE = 1000;
/** Per round of maintenance; the next round continues with the others. */
const SURVEYS_AT_ONCE = 100;

/** A public survey whose owner's followers are notified. */
interface Published {
  surveyId: number;
  ownerId: number;
  now: number;
}

/** Followers are read in the order in which they began to follow, starting after this one. */
type FollowerCursor = readonly [since: number, id: number];
const BEGIN: FollowerCursor = [0, 0];

/**
 * Notifies the followers who have followed longest, in the transaction that publishes. If there are
 * more, the fan-out is left pending for `notifyPendingFollowers`, so that publishing to a million
 * followers takes no longer.
 */
export async function notifyFirstFollowers(
  db: Database,
  tx: Transaction,
  published: Published,
): Promise<void> {
  const last = await notifyNext(db, tx, published, BEGIN);
  if (last) await setFanoutPending(tx, published.surveyId, true);
}

/**
 * Continues the pending fan-outs. It may be interrupted at any point and run concurrently:
 * everybody is notified once.
 */
export async function notifyPendingFollowers(
  db: Database,
  clock: Clock,
  stop: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ id: number; owner_id: number }>`
    select id, owner_id from surveys where fanout_pending = 1
    order by id limit ${SURVEYS_AT_ONCE}`.execute(db.query);
  for (const { id, owner_id } of rows) {
    for (let last: FollowerCursor | undefined = BEGIN; last; ) {
      if (stop.aborted) return;
      const from: FollowerCursor = last;
      const published = { surveyId: id, ownerId: owner_id, now: clock.now() };
      last = await transact(db, (tx) => continueFanout(db, tx, published, from));
      // SQLite runs synchronously: requests get a turn only between slices.
      await yieldToEventLoop();
    }
  }
}

/** Returns where the fan-out continues; undefined once it is complete or no longer needed. */
async function continueFanout(
  db: Database,
  tx: Transaction,
  published: Published,
  from: FollowerCursor,
): Promise<FollowerCursor | undefined> {
  const isActive = await lockIfActive(db, tx, published);
  const last = isActive ? await notifyNext(db, tx, published, from) : undefined;
  if (!last) await setFanoutPending(tx, published.surveyId, false);
  return last;
}

/**
 * Whether followers may still be notified of the survey. If so, this locks it, so that nobody hides
 * or ends it before the transaction ends.
 */
async function lockIfActive(
  db: Database,
  tx: Transaction,
  { surveyId, now }: Published,
): Promise<boolean> {
  const survey = await tx
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", surveyId)
    .where(sql<SqlBool>`(${isListed()} or ${FOR_ADULT_FOLLOWERS})`)
    .where(hasNotEndedAt(now))
    .modifyEnd(db.forUpdate)
    .executeTakeFirst();
  return survey !== undefined;
}

/**
 * Notifies a slice of the followers. Returns the slice's last one, or undefined after the last
 * slice.
 */
async function notifyNext(
  db: Database,
  tx: Transaction,
  { surveyId, ownerId, now }: Published,
  [since, id]: FollowerCursor,
): Promise<FollowerCursor | undefined> {
  const { rows } = await sql<{ created_at: number; follower_id: number }>`
    select created_at, follower_id from follows
    where followed_id = ${ownerId} and (created_at, follower_id) > (${since}, ${id})
    order by created_at, follower_id limit ${FOLLOWERS_AT_ONCE}`.execute(tx);
  const recipients = rows.map((row) => ({ userId: row.follower_id, actorId: ownerId }));
  await createNotifications(db, tx, recipients, { kind: "published", surveyId, now });
  const last = rows[FOLLOWERS_AT_ONCE - 1];
  return last && [last.created_at, last.follower_id];
}

async function setFanoutPending(
  tx: Transaction,
  surveyId: number,
  isPending: boolean,
): Promise<void> {
  await tx
    .updateTable("surveys")
    .set({ fanout_pending: Number(isPending) })
    .where("id", "=", surveyId)
    .execute();
}
