import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { hasEndedAt, isQuietAt, PUBLISHED } from "#server/features/visibility/visibility.reads.ts";
import { listAccounts } from "#server/features/voters/voters.reads.ts";
import { notifyWaiting, type Post } from "./awaited-ends.writes.ts";
import {
  createNotifications,
  EVERYBODY,
  type NotificationEvent,
  type Recipient,
} from "./notifications.writes.ts";

const SURVEYS_AT_ONCE = 100;
const VOTERS_AT_ONCE = 1000;

const ended = (surveyId: number, now: number) => ({ kind: "ended", surveyId, now }) as const;
const withoutActor = (userId: number): Recipient => ({ userId, actorId: null });

/**
 * Notifies the owners and voters of surveys that ended since the last call, and who waits for the
 * end, with `post` by letter too; of ends in a quiet period once it is over (R667). It may be
 * interrupted at any point and run concurrently: everybody is notified once.
 */
export async function notifyEnded(
  db: Database,
  now: number,
  stop: AbortSignal,
  post?: Post,
): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const surveys = await db.query
      .selectFrom("surveys")
      .select(["id", "owner_id"])
      .where("end_notified_at", "is", null)
      .where(PUBLISHED)
      .where(hasEndedAt(now))
      .where(sql<SqlBool>`not ${isQuietAt(db, now)}`)
      .orderBy("expire_time")
      .limit(SURVEYS_AT_ONCE)
      .execute();
    for (const { id, owner_id } of surveys) {
      await notifyVoters(db, ended(id, now), stop);
      await notifyWaiting(db, ended(id, now), stop, post);
      if (stop.aborted) return;
      await transact(db, async (tx) => {
        if (await isAwaited(db, tx, id)) return;
        const { numUpdatedRows } = await tx
          .updateTable("surveys")
          .set({ end_notified_at: now })
          .where("id", "=", id)
          // The owner may have postponed the end meanwhile.
          .where(hasEndedAt(now))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        await createNotifications(db, tx, [withoutActor(owner_id)], ended(id, now));
      });
    }
    hasMore = surveys.length === SURVEYS_AT_ONCE;
  }
}

/** Deletes what people were told of the end of a survey that is open again, in slices. */
export async function deleteEndedNotifications(db: Database, surveyId: number): Promise<void> {
  const isOfEnd = sql<SqlBool>`survey_id = ${surveyId} and kind = 'ended'`;
  while (await deleteBatch(db, "notifications", ["id"], isOfEnd)) await yieldToEventLoop();
  await db.publishSoon("notified", EVERYBODY);
}

/** Whether somebody waits for the end, who pressed just before it; locks the survey. */
async function isAwaited(db: Database, tx: Transaction, surveyId: number): Promise<boolean> {
  await tx
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", surveyId)
    .modifyEnd(db.forUpdate)
    .execute();
  const waiting = await tx
    .selectFrom("awaited_ends")
    .select("user_id")
    .where("survey_id", "=", surveyId)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Notifies everyone who voted in a survey, in slices, so that a survey with a million votes does
 * not hold up other work.
 */
export async function notifyVoters(
  db: Database,
  event: NotificationEvent & { surveyId: number },
  stop: AbortSignal,
): Promise<void> {
  let after = 0;
  while (!stop.aborted) {
    const page = { after, atMost: VOTERS_AT_ONCE };
    const ids = await listAccounts(db, event.surveyId, page);
    if (ids.length === 0) return;
    after = ids.at(-1) ?? after;
    await transact(db, (tx) => createNotifications(db, tx, ids.map(withoutActor), event));
    // SQLite runs synchronously: requests get a turn only between slices.
    await yieldToEventLoop();
  }
}
