import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type { BackgroundTasks } from "#server/background-tasks.ts";
import { createBackoff } from "#server/db/backoff.ts";
import type { Database } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";

const RANKED_AFTER_MS = 1000;
const RETRY = { firstMs: RANKED_AFTER_MS, longestMs: 60_000 };
const RANKED_AT_ONCE = 200;

/**
 * Answers a function that is told of a survey's votes after their commit, and within about a second
 * gives the survey its new place among the popular. That order is an index: kept up with every vote,
 * it would make PostgreSQL write all index entries of the survey each time.
 */
export function createRanking(
  db: Database,
  backgroundTasks: BackgroundTasks,
): (surveyId: number) => void {
  const voted = new Set<number>();
  const backoff = createBackoff(RETRY);
  let timer: NodeJS.Timeout | undefined;

  async function rankVoted() {
    timer = undefined;
    const ids = [...voted];
    voted.clear();
    try {
      for (let i = 0; i < ids.length; i += RANKED_AT_ONCE) {
        await rank(db, ids.slice(i, i + RANKED_AT_ONCE));
      }
      backoff.reset();
    } catch (error) {
      for (const id of ids) voted.add(id);
      soon(backoff.next());
      throw error;
    }
  }
  const soon = (waitMs = RANKED_AFTER_MS) => {
    // What is cast while the server closes is ranked when the next one starts.
    if (backgroundTasks.signal.aborted) return;
    timer ??= setTimeout(() => backgroundTasks.add(rankVoted()), waitMs);
  };
  backgroundTasks.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    if (voted.size > 0) backgroundTasks.add(rankVoted());
  });

  return (surveyId) => {
    voted.add(surveyId);
    soon();
  };
}

/** Ranks what is listed in a wrong place, as a crash may have come between a vote and its ranking. */
export async function rankListed(db: Database, stop: AbortSignal): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined && !stop.aborted; ) {
    const listed = await db.query
      .selectFrom("surveys")
      .select(["id", sql<boolean | number>`popularity <> ${VOTES}`.as("stale")])
      .where("listed", "=", 1)
      .where("id", ">", last)
      .orderBy("id")
      .limit(RANKED_AT_ONCE)
      .execute();
    const stale = listed.filter((survey) => survey.stale);
    await rank(
      db,
      stale.map((survey) => survey.id),
    );
    last = listed.at(-1)?.id;
    await yieldToEventLoop();
  }
}

const VOTES = sql`(select sum(vote_count) from options where survey_id = surveys.id)`;

async function rank(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rowsOfIds = db.rows(
    ["id"],
    ids.map((id) => [id]),
  );
  await transact(db, async (tx) => {
    // Locked first, so that the sum is not older than one that another process writes meanwhile.
    await sql`select id from surveys
      where id in (select id from ${rowsOfIds}) order by id ${db.forUpdate}`.execute(tx);
    await sql`update surveys set popularity = ${VOTES}
      where id in (select id from ${rowsOfIds}) and popularity <> ${VOTES}`.execute(tx);
  });
}
