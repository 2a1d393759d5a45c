import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import type { Database } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { type News, type Told, tell } from "./notifications.writes.ts";

const SURVEYS_AT_ONCE = 100;
const VOTERS_AT_ONCE = 1000;

const ended = (surveyId: number, now: number): News => ({ kind: "ended", surveyId, now });
const byNobody = (userId: number): Told => ({ userId, actorId: null });

/**
 * Tells owners and voters of the surveys that have ended since the last time. It may be cut off at
 * any point and run twice at once: everybody is told once.
 */
export async function notifyEnded(db: Database, now: number, closing: AbortSignal): Promise<void> {
  for (let left = true; left; ) {
    const surveys = await db.query
      .selectFrom("surveys")
      .select(["id", "owner_id"])
      .where(sql<SqlBool>`end_told_at is null and visibility is not null`)
      .where("expire_time", "<=", now)
      .orderBy("expire_time")
      .limit(SURVEYS_AT_ONCE)
      .execute();
    for (const { id, owner_id } of surveys) {
      await tellVoters(db, id, now, closing);
      if (closing.aborted) return;
      await transact(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable("surveys")
          .set({ end_told_at: now })
          .where("id", "=", id)
          // Its owner may have put the end off in the last moment.
          .where("expire_time", "<=", now)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await tell(db, tx, [byNobody(owner_id)], ended(id, now));
      });
    }
    left = surveys.length === SURVEYS_AT_ONCE;
  }
}

/** In slices, so that a survey of a million votes holds nobody up. */
async function tellVoters(
  db: Database,
  surveyId: number,
  now: number,
  closing: AbortSignal,
): Promise<void> {
  // Whoever deleted their account has a negative id in the votes, at the latest a minute later.
  let last = 0;
  while (!closing.aborted) {
    const voters = await db.query
      .selectFrom("votes")
      .select("user_id")
      .where("survey_id", "=", surveyId)
      .where("user_id", ">", last)
      .orderBy("user_id")
      .limit(VOTERS_AT_ONCE)
      .execute();
    const ids = voters.map((voter) => voter.user_id);
    if (ids.length === 0) return;
    last = ids.at(-1) ?? last;
    await transact(db, (tx) => tell(db, tx, ids.map(byNobody), ended(surveyId, now)));
    // SQLite answers without waiting, so that nobody else would get a turn.
    await yieldToEventLoop();
  }
}
