import { type RawBuilder, sql } from "kysely";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { percentages } from "./percentages.ts";

/** The kinds of ballots. Today every survey has a `single` one: each voter chooses one option. */
export type Ballot = "single";

/** All that depends on the kind of a ballot once its votes are inserted. */
interface Counting {
  /** A select of `option_id` and `more`: what the votes in `inserted` add to the options' counters. */
  increments(inserted: RawBuilder<unknown>): RawBuilder<unknown>;
  /** How many votes a survey has, of its options' counters: an aggregate of this expression. */
  total(counter: RawBuilder<number>): RawBuilder<number>;
  /** What the counters of a survey's options are worth in results, as whole percentages. */
  shares(counters: readonly number[]): number[];
}

const COUNTING: Record<Ballot, Counting> = {
  single: {
    increments: (inserted) =>
      sql`select option_id, count(*) as more from ${inserted} group by option_id`,
    total: (counter) => sql`cast(sum(${counter}) as bigint)`,
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

/**
 * The votes of an option as results show them at `now`: a column of a query that reads `options` and
 * `surveys`. All numbers of votes that leave are made of it, but for `surveys.counted_votes`.
 */
export const shownCount = (now: number): RawBuilder<number> =>
  sql`case when surveys.in_steps = 1
      and (surveys.expire_time is null or surveys.expire_time > ${now})
    then options.shown_votes else options.vote_count end`;

/** How many votes results show of a survey at `now`: a column of a query that reads `surveys`. */
export const shownTotal = (ballot: Ballot, now: number): RawBuilder<number> =>
  sql`coalesce((select ${COUNTING[ballot].total(shownCount(now))} from options
    where survey_id = surveys.id), 0)`;

/** Whether so many votes may be shown; of surveys that are shown in steps only from some votes on. */
export const isEnough = (in_steps: number, votes: number): boolean =>
  in_steps === 0 || votes >= SHOWN_FROM_VOTES;

/**
 * Shows the votes that were cast since the last step, where there are enough of them that nobody can
 * tell whose they are (R206). `ids` is a table expression of surveys' ids.
 */
export async function showSteps(
  db: Database,
  tx: Transaction,
  ballot: Ballot,
  ids: RawBuilder<unknown>,
): Promise<void> {
  const { total } = COUNTING[ballot];
  const votes = total(sql`options.vote_count`);
  // Locked in id order, as by votes. All options of a survey, so that the next step counts from here.
  await sql`with locked as (
      select id from options where survey_id in (
        select survey_id from options join surveys on surveys.id = survey_id
        where survey_id in (select id from ${ids}) and surveys.in_steps = 1
        group by survey_id having ${votes} >= ${SHOWN_FROM_VOTES}
          and ${votes} - ${total(sql`options.shown_votes`)} >= ${SHOWN_STEP_VOTES})
      order by id ${db.forUpdate})
    update options set shown_votes = vote_count from locked where options.id = locked.id`.execute(
    tx,
  );
  // One that was opened is shown like any other as soon as that tells of no single vote.
  await sql`update surveys set in_steps = 0
    where id in (select id from ${ids}) and in_steps = 1 and visibility = 'public'
      and not exists (select 1 from options
        where survey_id = surveys.id and shown_votes <> vote_count)`.execute(tx);
}

/** The shares that results show for these counters, in their order. */
export const sharesOf = (ballot: Ballot, counters: readonly number[]): number[] =>
  COUNTING[ballot].shares(counters);
