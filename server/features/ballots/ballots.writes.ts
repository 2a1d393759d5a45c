import { type RawBuilder, sql } from "kysely";
import type { Database } from "#server/db/open.ts";
import { percentages } from "./percentages.ts";

/** The kinds of ballots. Today every survey has a `single` one: each voter chooses one option. */
export type Ballot = "single";

/** All that depends on the kind of a ballot once its votes are inserted. */
interface Counting {
  /** A select of `option_id` and `more`: what the votes in `inserted` add to the options' counters. */
  increments(inserted: RawBuilder<unknown>): RawBuilder<unknown>;
  /** How many votes a survey has: an expression over the counters of its options. */
  total: RawBuilder<number>;
  /** What the counters of a survey's options are worth in results, as whole percentages. */
  shares(counters: readonly number[]): number[];
}

const COUNTING: Record<Ballot, Counting> = {
  single: {
    increments: (inserted) =>
      sql`select option_id, count(*) as more from ${inserted} group by option_id`,
    total: sql`sum(vote_count)`,
    shares: percentages,
  },
};

/**
 * The statement that adds votes to the counters of their options. `inserted` is a table expression
 * with the column `option_id`, a row for each vote.
 */
export const countVotes = (
  db: Database,
  ballot: Ballot,
  inserted: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  // Locked in id order, so that two processes committing at once cannot deadlock.
  sql`with increments as (${COUNTING[ballot].increments(inserted)}),
    locked as (
      select id, more from increments join options on id = option_id order by id ${db.forUpdate})
  update options set vote_count = vote_count + more from locked where options.id = locked.id`;

/** How many votes a survey has now, as a column of a query that reads `surveys`. */
export const voteCount = (ballot: Ballot): RawBuilder<number> =>
  sql`coalesce((select cast(${COUNTING[ballot].total} as bigint) from options
    where survey_id = surveys.id), 0)`;

/** The shares that results show for these counters, in their order. */
export const sharesOf = (ballot: Ballot, counters: readonly number[]): number[] =>
  COUNTING[ballot].shares(counters);
