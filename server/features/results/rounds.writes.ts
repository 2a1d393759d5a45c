import { type SqlBool, sql } from "kysely";
import type { Ranking } from "#contract/endpoints/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { HAS_ROUNDS } from "#server/features/ballots/ballots.reads.ts";
import { countRankings, readRankings } from "#server/features/ballots/rankings.reads.ts";
import { shownTotal } from "#server/features/ballots/shown-counts.reads.ts";
import {
  HAS_END,
  hasEndedAt,
  isOver,
  PUBLISHED,
} from "#server/features/visibility/visibility.reads.ts";
import { resultsChanged } from "./results.reads.ts";
import { findRounds, type RankedPart } from "./rounds.reads.ts";

type Parts = Pick<AppContext, "db" | "changed" | "backgroundTasks">;

/**
 * Up to so many voters, rounds are counted with each vote; above, as they grow by a tenth, and
 * nothing waits for it.
 */
const EACH_UP_TO = 2000;

/**
 * Counts the rounds of those of these surveys whose voters rank, once enough votes have come since
 * the last count, and once they have ended.
 */
export async function countRounds(
  parts: Parts,
  surveyIds: readonly number[],
  now: number,
): Promise<void> {
  if (surveyIds.length === 0) return;
  const { db } = parts;
  const surveys = await db.query
    .selectFrom("surveys")
    .select(["surveys.id", "was_public", "expire_time", shownTotal(now).as("votes")])
    .select(["changeable_votes", "in_steps"])
    .where(sql<SqlBool>`surveys.id in (select id from ${idRows(db, surveyIds)})`)
    .where(HAS_ROUNDS)
    .where(PUBLISHED)
    .execute();
  for (const survey of surveys) {
    const which = { surveyId: survey.id, whilePrivate: survey.was_public === 0 };
    const isChangeable = survey.changeable_votes === 1;
    const hasEnded = isOver(survey, now);
    // As many voters may have changed their votes since the last step (R206).
    if (isChangeable && which.whilePrivate && survey.in_steps === 1 && !hasEnded) continue;
    const last = (await findRounds(db, which))?.voters ?? 0;
    const isDue = survey.votes <= EACH_UP_TO || survey.votes >= 1.1 * last;
    const isKnown = survey.votes === last && !isChangeable;
    if (isKnown || !(isDue || hasEnded)) continue;
    const count = async (stop?: AbortSignal) => {
      const ranking = await countAllRounds(db, which, stop);
      // Of votes that results do not show yet, nothing may be seen (R206).
      if (which.whilePrivate && ranking.voters !== survey.votes) return;
      await storeUnsealed(db, which, ranking, isChangeable);
      parts.changed(resultsChanged(survey.id));
    };
    if (survey.votes <= EACH_UP_TO) await count();
    else countAside(parts, survey.id, count);
  }
}

/** The surveys of a database whose rounds are being counted aside. */
const countedAside = new WeakMap<Database, Set<number>>();

/** Counts in the background, each survey once at a time. Until it is done, the last count is kept. */
function countAside(
  { db, backgroundTasks }: Parts,
  surveyId: number,
  count: (stop: AbortSignal) => Promise<void>,
): void {
  const surveys = countedAside.get(db) ?? new Set();
  countedAside.set(db, surveys);
  if (surveys.has(surveyId)) return;
  surveys.add(surveyId);
  const { signal } = backgroundTasks;
  const counting = count(signal)
    .catch((error) => {
      if (!signal.aborted) throw error;
    })
    .finally(() => surveys.delete(surveyId));
  backgroundTasks.add(counting);
}

/** Counts a survey's rankings one by one. Throws once `stop` is aborted. */
export async function countAllRounds(
  db: Database,
  which: RankedPart,
  stop?: AbortSignal,
): Promise<Ranking> {
  const options = await db.query
    .selectFrom("options")
    .select("id")
    .where("survey_id", "=", which.surveyId)
    .orderBy("position")
    .execute();
  const ids = options.map(({ id }) => id);
  const rankings = await readRankings(db, which, ids, stop);
  const { winner, condorcet, ...counted } = await countRankings(rankings, ids.length);
  return {
    ...counted,
    ...(winner !== undefined && { winner }),
    ...(condorcet !== undefined && { condorcet }),
  };
}

/** Keeps rounds as `storeRounds` does, unless the survey was sealed while they were counted. */
const storeUnsealed = (
  db: Database,
  which: RankedPart,
  ranking: Ranking,
  mayBeFewer: boolean,
): Promise<void> =>
  transact(db, async (tx) => {
    const { rows } = await sql<{ seal_state: number }>`select seal_state from surveys
      where id = ${which.surveyId} ${db.forUpdate}`.execute(tx);
    if (rows[0] && rows[0].seal_state !== 1) await storeRounds(tx, which, ranking, mayBeFewer);
  });

/** Keeps rounds unless another server has counted more voters, where these only become more. */
export async function storeRounds(
  query: Pick<Transaction, "insertInto">,
  { surveyId, whilePrivate }: RankedPart,
  ranking: Ranking,
  mayBeFewer = false,
): Promise<void> {
  const row = { voters: ranking.voters, content: JSON.stringify(ranking) };
  await query
    .insertInto("rounds")
    .values({ survey_id: surveyId, while_private: Number(whilePrivate), ...row })
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "while_private"])
        .doUpdateSet(row)
        .where("rounds.voters", "<=", mayBeFewer ? Number.MAX_SAFE_INTEGER : row.voters),
    )
    .execute();
}

const SURVEYS_AT_ONCE = 200;

/** Counts the rounds of surveys that have ended and are not sealed yet. */
export async function countEndedRounds(parts: Parts, now: number): Promise<void> {
  // The conditions of the index that sealing reads.
  const { rows } = await sql<{ id: number }>`select id from surveys
    where seal_state <> 1 and ${PUBLISHED} and ${HAS_END}
      and seal_state = 0 and ${hasEndedAt(now)} and ${HAS_ROUNDS}`.execute(parts.db.query);
  for (let i = 0; i < rows.length; i += SURVEYS_AT_ONCE) {
    const ids = rows.slice(i, i + SURVEYS_AT_ONCE).map(({ id }) => id);
    await countRounds(parts, ids, now);
  }
}
