import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { BallotKind } from "#contract/ballots/ballots.ts";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import type { Clock } from "#server/clock.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import { transact } from "#server/db/transact.ts";
import { unhurried } from "#server/db/write-deadline.ts";
import { ballotOfSurvey, HAS_ROUNDS } from "#server/features/ballots/ballots.reads.ts";
import { shownTotal } from "#server/features/ballots/shown-counts.reads.ts";
import { showSteps } from "#server/features/ballots/steps.writes.ts";
import { noteLeaders } from "#server/features/notifications/leaders.writes.ts";
import { notifyMilestones } from "#server/features/notifications/milestones.writes.ts";
import { isListed, isQuietAt } from "#server/features/visibility/visibility.reads.ts";
import type { BackgroundTasks } from "#server/processes/background-tasks.ts";
import { createBackoff } from "#server/processes/backoff.ts";
import { countByTime, type DatedGrowth } from "./votes-by-time.writes.ts";

const RANKED_AFTER_MS = 1000;
const RETRY = { firstMs: RANKED_AFTER_MS, longestMs: MINUTE_MS };
const RANKED_AT_ONCE = 200;
/** A survey with hidden results is ranked by the highest of these that it has reached. */
const ROUGH_NUMBERS = [
  1_000_000, 500_000, 250_000, 100_000, 50_000, 25_000, 10_000, 5000, 2500, 1000, 500, 250, 100, 50,
  25, 10,
];

interface Parts {
  db: Database;
  backgroundTasks: BackgroundTasks;
  clock: Clock;
}

/**
 * Returns a function to call after a vote's commit. Within about a second it counts the survey's
 * votes for the day and updates its place among the popular. That order is an index: updated with
 * every vote, it would make PostgreSQL write all index entries of the survey each time. If results
 * are shown in steps, the function resolves once they show the step; it never fails. `whenGrown` gets
 * the surveys whose shown votes have grown.
 */
export function createRanking(
  { db, backgroundTasks, clock }: Parts,
  whenGrown: (surveys: readonly GrownSurvey[], now: number) => Promise<void>,
): (surveyId: number, isInSteps: boolean) => Promise<void> {
  const voted = new Set<number>();
  const backoff = createBackoff(RETRY);
  let timer: NodeJS.Timeout | undefined;

  async function rankAndLook(ids: readonly number[]) {
    const now = clock.now();
    await whenGrown(await rank(db, ids, now), now);
  }
  async function rankVoted() {
    timer = undefined;
    const ids = [...voted];
    voted.clear();
    try {
      for (let i = 0; i < ids.length; i += RANKED_AT_ONCE) {
        await unhurried(() => rankAndLook(ids.slice(i, i + RANKED_AT_ONCE)));
      }
      backoff.reset();
    } catch (error) {
      for (const id of ids) voted.add(id);
      soon(backoff.next());
      throw error;
    }
  }
  const soon = (waitMs = RANKED_AFTER_MS) => {
    // Votes cast while the server closes are ranked when the next one starts.
    if (backgroundTasks.signal.aborted) return;
    timer ??= setTimeout(() => backgroundTasks.add(rankVoted()), waitMs);
  };
  backgroundTasks.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    if (voted.size > 0) backgroundTasks.add(rankVoted());
  });

  const rankNow = groupCommit<number, void>(async (ids) => {
    await rankAndLook(ids);
    return [];
  }, RANKED_AT_ONCE);

  return async (surveyId, isInSteps) => {
    const rankSoon = () => {
      voted.add(surveyId);
      soon();
    };
    if (isInSteps) await rankNow(surveyId).catch(rankSoon);
    else rankSoon();
  };
}

/** Ranks votes that a crash may have left unranked. */
export async function rankListed(db: Database, stop: AbortSignal, now: number): Promise<void> {
  const rankStale = async (ids: number[]) => void (await rank(db, ids, now));
  const isUncounted = sql<SqlBool>`counted_votes <> ${shownTotal(now)}`;
  await inSlices(db, stop, isListed(), isUncounted, rankStale);
  const isNotShown = sql<SqlBool>`exists (select 1 from options
    where survey_id = surveys.id and shown_votes <> private_votes)`;
  await inSlices(db, stop, sql`in_steps = 1`, isNotShown, rankStale);
}

/**
 * Gives listed surveys with hidden results their rough place among the popular. Their neighbours,
 * and the moment of overtaking them, would reveal an exact number (R209).
 */
export const rankHidden = (db: Database, stop: AbortSignal): Promise<void> =>
  inSlices(
    db,
    stop,
    sql`${isListed()} and result_visibility = 'after'`,
    sql`popularity <> ${ROUGHLY_COUNTED}`,
    async (ids) => {
      await sql`update surveys set popularity = ${ROUGHLY_COUNTED}
        where id in (select id from ${idRows(db, ids)})`.execute(db.query);
    },
  );

/** Whether its place among the popular does not follow each vote, since that would reveal them. */
const keepsPopularity = (db: Database, now: number) =>
  sql<SqlBool>`(result_visibility = 'after' or ${isQuietAt(db, now)})`;

/** Within a day after a quiet period, ranks the surveys that kept their place through it. */
export async function rankAfterQuiet(db: Database, stop: AbortSignal, now: number): Promise<void> {
  const ended = await db.query
    .selectFrom("quiet_periods")
    .select("id")
    .where("ends_at", "<=", now)
    .where("ends_at", ">", now - DAY_MS)
    .limit(1)
    .executeTakeFirst();
  if (!ended) return;
  const isBehind = sql<SqlBool>`popularity <> counted_votes and not ${keepsPopularity(db, now)}`;
  await inSlices(db, stop, isListed(), isBehind, async (ids) => {
    await sql`update surveys set popularity = counted_votes
      where id in (select id from ${idRows(db, ids)}) and ${isBehind}`.execute(db.query);
  });
}

/** Works on the stale ones of all surveys that meet `condition`, which must have an index. */
async function inSlices(
  db: Database,
  stop: AbortSignal,
  condition: RawBuilder<SqlBool>,
  isStale: RawBuilder<SqlBool>,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined && !stop.aborted; ) {
    const surveys = await db.query
      .selectFrom("surveys")
      .select(["id", isStale.as("stale")])
      .where(condition)
      .where("id", ">", last)
      .orderBy("id")
      .limit(RANKED_AT_ONCE)
      .execute();
    const stale = surveys.filter((survey) => survey.stale).map(({ id }) => id);
    if (stale.length > 0) await work(stale);
    last = surveys.at(-1)?.id;
    await yieldToEventLoop();
  }
}

const ROUGHLY_COUNTED = sql<number>`case ${sql.join(
  ROUGH_NUMBERS.map((number) => sql`when counted_votes >= ${number} then ${number}`),
  sql` `,
)} else 0 end`;

/** Returns how the surveys have grown since they were last ranked. */
async function rank(db: Database, ids: readonly number[], now: number): Promise<RankedGrowth[]> {
  if (ids.length === 0) return [];
  const rowsOfIds = idRows(db, ids);
  return transact(db, async (tx) => {
    // Locked first, so that the sum is not older than one that another process writes concurrently.
    const { rows: before } = await sql<Ranked>`select id, counted_votes, in_steps
      from surveys where id in (select id from ${rowsOfIds}) order by id ${db.forUpdate}`.execute(
      tx,
    );
    const inSteps = before.filter(({ in_steps }) => in_steps === 1).map(({ id }) => id);
    if (inSteps.length > 0) await showSteps(db, tx, idRows(db, inSteps));
    const votes = shownTotal(now);
    const { rows: after } = await sql<Recounted>`update surveys set counted_votes = ${votes},
        popularity = case when ${keepsPopularity(db, now)} then popularity else ${votes} end
      where id in (select id from ${rowsOfIds})
        and (counted_votes <> ${votes} or changeable_votes = 1 and ${HAS_ROUNDS})
      returning id, counted_votes, expire_time, seal_state, changeable_votes,
        ${ballotOfSurvey} as ballot, case when counted_votes >= next_look then 1 else 0 end as due`.execute(
      tx,
    );
    const growths = growthsOf(before, after, now);
    await countByTime(db, tx, growths);
    await notifyMilestones(db, tx, growths, now);
    const enough = growths.filter(({ votes }) => votes >= VOTES_TO_LEAD);
    await noteLeaders(
      db,
      tx,
      enough.map(({ surveyId }) => surveyId),
      now,
    );
    return growths;
  });
}

interface Ranked {
  id: number;
  counted_votes: number;
  in_steps: number;
}

interface Recounted {
  id: number;
  counted_votes: number;
  expire_time: number | null;
  seal_state: number;
  changeable_votes: number;
  ballot: BallotKind;
  due: number;
}

/** A survey that shows more votes than before, or other rankings. */
export interface GrownSurvey {
  surveyId: number;
  ballot: BallotKind;
  /** Whether it has the number of votes of a look (R412). */
  isDue: boolean;
}

type RankedGrowth = DatedGrowth & GrownSurvey;

/** With fewer votes, a new leader means little. */
const VOTES_TO_LEAD = 10;

function growthsOf(
  before: readonly Ranked[],
  after: readonly Recounted[],
  now: number,
): RankedGrowth[] {
  const known = new Map(before.map(({ id, counted_votes }) => [id, counted_votes]));
  return after.map(({ id, counted_votes, expire_time, ballot, due, ...row }) => ({
    ...{ surveyId: id, ballot },
    isDue: due === 1,
    hasHours: row.seal_state !== 1 && row.changeable_votes === 0,
    before: known.get(id) ?? counted_votes,
    votes: counted_votes,
    at: Math.min(now, (expire_time ?? Number.POSITIVE_INFINITY) - 1),
  }));
}
