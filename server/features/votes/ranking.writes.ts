import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type { Clock } from "#server/app-context.ts";
import type { BackgroundTasks } from "#server/background-tasks.ts";
import { createBackoff } from "#server/db/backoff.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { voteCount } from "#server/features/ballots/ballots.writes.ts";
import { noteLeaders } from "#server/features/notifications/leaders.writes.ts";
import { type Growth, notifyMilestones } from "#server/features/notifications/milestones.writes.ts";
import { dayInTurkey } from "#server/features/surveys/views/views.writes.ts";

const RANKED_AFTER_MS = 1000;
const RETRY = { firstMs: RANKED_AFTER_MS, longestMs: 60_000 };
const RANKED_AT_ONCE = 200;

/**
 * Returns a function that takes a survey's votes after their commit, and within about a second
 * counts them for the day and gives the survey its new place among the popular. That order is an
 * index: kept up with every vote, it would make PostgreSQL write all index entries of the survey each
 * time.
 */
export function createRanking(
  db: Database,
  backgroundTasks: BackgroundTasks,
  clock: Clock,
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
        await rank(db, ids.slice(i, i + RANKED_AT_ONCE), clock.now());
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
export async function rankListed(db: Database, stop: AbortSignal, now: number): Promise<void> {
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
      now,
    );
    last = listed.at(-1)?.id;
    await yieldToEventLoop();
  }
}

const VOTES = voteCount("single");

async function rank(db: Database, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const rowsOfIds = idRows(db, ids);
  await transact(db, async (tx) => {
    // Locked first, so that the sum is not older than one that another process writes meanwhile.
    const { rows: before } = await sql<Ranked>`select id, popularity from surveys
      where id in (select id from ${rowsOfIds}) order by id ${db.forUpdate}`.execute(tx);
    const { rows: after } = await sql<Ranked>`update surveys set popularity = ${VOTES}
      where id in (select id from ${rowsOfIds}) and popularity <> ${VOTES}
      returning id, popularity`.execute(tx);
    const growths = growthsOf(before, after);
    await countForDay(db, tx, growths, dayInTurkey(now));
    await notifyMilestones(db, tx, growths, now);
    const enough = growths.filter(({ votes }) => votes >= VOTES_TO_LEAD);
    await noteLeaders(
      db,
      tx,
      enough.map(({ surveyId }) => surveyId),
    );
  });
}

interface Ranked {
  id: number;
  popularity: number;
}

/** With fewer votes, that another option is ahead means little. */
const VOTES_TO_LEAD = 10;

function growthsOf(before: readonly Ranked[], after: readonly Ranked[]): Growth[] {
  const known = new Map(before.map(({ id, popularity }) => [id, popularity]));
  return after.map(({ id, popularity }) => ({
    surveyId: id,
    before: known.get(id) ?? popularity,
    votes: popularity,
  }));
}

async function countForDay(
  db: Database,
  tx: Transaction,
  growths: readonly Growth[],
  day: string,
): Promise<void> {
  if (growths.length === 0) return;
  const votes = growths.map(({ surveyId, before, votes }) => [surveyId, votes - before]);
  await sql`insert into daily_votes (survey_id, day, votes)
    select id, cast(${day} as text), votes from ${db.rows(["id", "votes"], votes)} where votes > 0
    on conflict (survey_id, day) do update set votes = daily_votes.votes + excluded.votes`.execute(
    tx,
  );
}

const FORGOTTEN_AT_ONCE = 1000;

/** Deletes the counts of days before `day`, a batch at a time; answers whether any may be left. */
export async function forgetDailyVotes(db: Database, day: string): Promise<boolean> {
  const batch = sql`delete from daily_votes where day < ${day} and (survey_id, day) in (
    select survey_id, day from daily_votes where day < ${day} limit ${FORGOTTEN_AT_ONCE})`;
  const { numAffectedRows } = await batch.execute(db.query);
  return Number(numAffectedRows) === FORGOTTEN_AT_ONCE;
}
