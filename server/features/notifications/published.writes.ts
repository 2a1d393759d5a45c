import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type { Clock } from "#server/app-context.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { tell } from "./notifications.writes.ts";

const FOLLOWERS_AT_ONCE = 1000;
/** Others are told in the next minute. */
const SURVEYS_AT_ONCE = 100;

/** A public survey, of which its owner's followers hear. */
interface Published {
  surveyId: number;
  ownerId: number;
  now: number;
}

/** Since when somebody follows, and their id: followers stand in this order. */
type Place = readonly [since: number, id: number];
const BEGIN: Place = [0, 0];

/**
 * Tells the followers who have followed longest; where there are more, `notifyFollowers` tells
 * them, so that a million of them hold nobody up.
 */
export async function notifyPublished(
  db: Database,
  tx: Transaction,
  published: Published,
): Promise<void> {
  const last = await tellNext(db, tx, published, BEGIN);
  if (last) await setUntold(tx, published.surveyId, 1);
}

/**
 * Tells the followers who are left. It may be cut off at any point and run twice at once: everybody
 * is told once.
 */
export async function notifyFollowers(
  db: Database,
  clock: Clock,
  closing: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ id: number; owner_id: number }>`
    select id, owner_id from surveys where followers_untold = 1
    order by id limit ${SURVEYS_AT_ONCE}`.execute(db.query);
  for (const { id, owner_id } of rows) {
    for (let last: Place | undefined = BEGIN; last; ) {
      if (closing.aborted) return;
      const from: Place = last;
      const published = { surveyId: id, ownerId: owner_id, now: clock.now() };
      last = await transact(db, (tx) => tellLeft(db, tx, published, from));
      // SQLite answers without waiting, so that nobody else would get a turn.
      await yieldToEventLoop();
    }
  }
}

/** The same as `tellNext`, and at the end, or where there is nothing more to tell, takes note of it. */
async function tellLeft(
  db: Database,
  tx: Transaction,
  published: Published,
  from: Place,
): Promise<Place | undefined> {
  const isOpen = await holdOpen(db, tx, published);
  const last = isOpen ? await tellNext(db, tx, published, from) : undefined;
  if (!last) await setUntold(tx, published.surveyId, 0);
  return last;
}

/**
 * Whether followers may still hear of the survey: it has neither been hidden nor ended meanwhile,
 * nor will anybody do that before the transaction ends.
 */
async function holdOpen(
  db: Database,
  tx: Transaction,
  { surveyId, now }: Published,
): Promise<boolean> {
  const survey = await tx
    .selectFrom("surveys")
    .select("expire_time")
    .where("id", "=", surveyId)
    .where("listed", "=", 1)
    .modifyEnd(db.forUpdate)
    .executeTakeFirst();
  return survey !== undefined && (survey.expire_time ?? Infinity) > now;
}

/** Answers after whom there may be more. */
async function tellNext(
  db: Database,
  tx: Transaction,
  { surveyId, ownerId, now }: Published,
  [since, id]: Place,
): Promise<Place | undefined> {
  const { rows } = await sql<{ created_at: number; follower_id: number }>`
    select created_at, follower_id from follows
    where followed_id = ${ownerId} and (created_at, follower_id) > (${since}, ${id})
    order by created_at, follower_id limit ${FOLLOWERS_AT_ONCE}`.execute(tx);
  const people = rows.map((row) => ({ userId: row.follower_id, actorId: ownerId }));
  await tell(db, tx, people, { kind: "published", surveyId, now });
  const last = rows[FOLLOWERS_AT_ONCE - 1];
  return last && [last.created_at, last.follower_id];
}

async function setUntold(tx: Transaction, surveyId: number, untold: 0 | 1): Promise<void> {
  await tx
    .updateTable("surveys")
    .set({ followers_untold: untold })
    .where("id", "=", surveyId)
    .execute();
}
