import { MINUTE_MS } from "#contract/durations.ts";
import { LEAST_VOTERS } from "#contract/shapes/groups.ts";
import type { Database } from "#server/db/database.ts";
import { type Breakdown, takeLook } from "./breakdown.ts";
import { type Cohorts, readCohorts } from "./cohorts.reads.ts";
import type { Margins } from "./population.ts";

/** From this many votes on, at least `PAUSE_MS` must also pass between two looks. */
const MANY_VOTES = 1000;
const PAUSE_MS = MINUTE_MS;

export interface Looked {
  breakdown: Breakdown;
  taken_at: number;
}

/** What results show of a survey: its options in order, either of public or of private votes. */
interface Shown {
  id: number;
  optionIds: readonly number[];
  counts: readonly number[];
  whilePrivate: boolean;
}

/**
 * Returns who voted how, as last shown or, if enough votes have come since, as shown from now on;
 * null while there are too few. The caller must be allowed to see the results.
 */
export async function lookAtBreakdown(
  db: Database,
  survey: Shown,
  population: Margins,
  now: number,
): Promise<Looked | null> {
  const last = await readLast(db, survey);
  const votes = survey.counts.reduce((sum, count) => sum + count, 0);
  const since = votes - (last?.votes ?? 0);
  const isTooSoon = last && last.votes >= MANY_VOTES && now - last.taken_at < PAUSE_MS;
  if (since < LEAST_VOTERS || isTooSoon) return last;
  const cohorts = await readCohorts(db, survey.id, survey.optionIds, survey.whilePrivate);
  // All groups together would reveal votes that results do not show yet (R206).
  if (survey.whilePrivate && !areOf(cohorts, survey.counts)) return last;
  const breakdown = takeLook(cohorts, last?.breakdown, population);
  const isShown = await replaceLast(db, { ...survey, votes }, last, { breakdown, taken_at: now });
  // Another look was taken concurrently, and only one of the two may be shown.
  return isShown ? { breakdown, taken_at: now } : readLast(db, survey);
}

/** Whether these cohorts add up to each option's votes. */
const areOf = ({ cohorts }: Cohorts, votes: readonly number[]) =>
  votes.every((count, i) => count === cohorts.reduce((sum, one) => sum + (one.counts[i] ?? 0), 0));

type Which = { id: number; whilePrivate: boolean };

async function readLast(db: Database, { id, whilePrivate }: Which) {
  const row = await db.query
    .selectFrom("breakdowns")
    .select(["votes", "taken_at", "content"])
    .where("survey_id", "=", id)
    .where("while_private", "=", Number(whilePrivate))
    .executeTakeFirst();
  if (!row) return null;
  const breakdown: Breakdown = JSON.parse(row.content);
  return { breakdown, taken_at: row.taken_at, votes: row.votes };
}

/** Returns false if another look has replaced `last` in the meantime. */
async function replaceLast(
  db: Database,
  { id, whilePrivate, votes }: Which & { votes: number },
  last: { votes: number } | null,
  { breakdown, taken_at }: Looked,
): Promise<boolean> {
  const look = { votes, taken_at, content: JSON.stringify(breakdown) };
  const { numInsertedOrUpdatedRows = 0n } = await db.query
    .insertInto("breakdowns")
    .values({ survey_id: id, while_private: Number(whilePrivate), ...look })
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "while_private"])
        .doUpdateSet(look)
        .where("breakdowns.votes", "=", last?.votes ?? -1),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}
