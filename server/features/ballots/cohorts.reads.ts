import { sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import {
  addCells,
  addVotes,
  CELLS,
  PRIVATE_BIT,
  UNKNOWN,
} from "#server/statistics/cohort-cells.ts";

/** Who voted for an option, and how many of the voters' accounts had which property. */
export interface OptionCohorts {
  /** Indexed by cells of `cohort-cells.ts`. */
  counts: Uint32Array;
  votes: number;
  in_private: number;
  verified: number;
  week_old: number;
  month_old: number;
}

// A vote in `cohort_commits` is a number: its option times `VOTE`, with these bits and its cell below.
// Below zero it is a vote that was counted as `UNKNOWN` and moves to this cell.
export const [VERIFIED, WEEK_OLD, MONTH_OLD, VOTE] = [CELLS, 2 * CELLS, 4 * CELLS, 8 * CELLS];

/**
 * Returns the cohorts of these options, those of votes that are not folded yet included; of one
 * moment.
 */
export async function readOptionCohorts(
  db: Database,
  optionIds: readonly number[],
): Promise<Map<number, OptionCohorts>> {
  const cohorts = new Map(optionIds.map((id) => [id, noCohorts()]));
  // One statement, between whose reads no votes are folded.
  const { rows } = await sql<{
    option_id: number | null;
    text: string;
    votes: number;
    in_private: number;
    verified: number;
    week_old: number;
    month_old: number;
  }>`select option_id, cells as text, votes, private_votes as in_private, verified_votes as verified,
      week_old_votes as week_old, month_old_votes as month_old
    from option_cohorts where option_id in (select id from ${idRows(db, optionIds)})
    union all select null, votes, 0, 0, 0, 0, 0 from cohort_commits`.execute(db.query);
  for (const { option_id, text, ...sums } of rows) {
    const folded = option_id !== null && cohorts.get(option_id);
    if (folded) {
      addCells(text, folded.counts);
      Object.assign(folded, sums);
    }
  }
  for (const { option_id, text } of rows) {
    if (option_id === null) for (const vote of text.split(",")) add(cohorts, Number(vote));
  }
  return cohorts;
}

export const noCohorts = (): OptionCohorts => ({
  counts: new Uint32Array(CELLS),
  ...{ votes: 0, in_private: 0, verified: 0, week_old: 0, month_old: 0 },
});

function add(cohorts: ReadonlyMap<number, OptionCohorts>, vote: number): void {
  const cohort = cohorts.get(optionOf(vote));
  if (cohort) addVote(cohort, vote);
}

export const optionOf = (vote: number): number => Math.floor(Math.abs(vote) / VOTE);

/**
 * Adds a vote, or several alike, as it stands in `cohort_commits`. Where it moves before it was added, the count it
 * leaves wraps around below zero, and back once it is.
 */
export function addVote(cohorts: OptionCohorts, vote: number, times = 1): void {
  const bits = Math.abs(vote) % VOTE;
  addVotes(cohorts.counts, bits % CELLS, times);
  if (vote < 0) {
    addVotes(cohorts.counts, UNKNOWN + (bits & PRIVATE_BIT), -1);
    return;
  }
  cohorts.votes += times;
  if (bits & PRIVATE_BIT) cohorts.in_private += times;
  if (bits & VERIFIED) cohorts.verified += times;
  if (bits & WEEK_OLD) cohorts.week_old += times;
  if (bits & MONTH_OLD) cohorts.month_old += times;
}
