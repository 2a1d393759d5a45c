import { type RawBuilder, sql } from "kysely";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import { percentages } from "#contract/percentages.ts";
import type { Database, Transaction } from "#server/db/open.ts";

/** The kinds of ballots. Today every survey has a `single` one: each voter chooses one option. */
export type Ballot = "single";

/** All that depends on the kind of a ballot once its votes are inserted. */
interface Counting {
  /**
   * A select of `option_id`, `more` and `more_private`: what the votes in `inserted`, and those of them
   * that were cast while their survey was private, add to the options' counters.
   */
  increments(inserted: RawBuilder<unknown>): RawBuilder<unknown>;
  /** How many votes a survey has, of its options' counters: an aggregate of this expression. */
  total(counter: RawBuilder<number>): RawBuilder<number>;
  /** What the counters of a survey's options are worth in results, as whole percentages. */
  shares(counters: readonly number[]): number[];
}

const COUNTING: Record<Ballot, Counting> = {
  single: {
    increments: (inserted) =>
      sql`select option_id, count(*) as more, count(nullif(while_private, 0)) as more_private
        from ${inserted} group by option_id`,
    total: (counter) => sql`cast(sum(${counter}) as bigint)`,
    shares: percentages,
  },
};

/**
 * The statement that adds votes to the counters of their options. `inserted` is a table expression
 * with the columns `option_id` and `while_private`, a row for each vote.
 */
export const countVotes = (
  db: Database,
  ballot: Ballot,
  inserted: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  // Locked in id order, so that two processes committing at once cannot deadlock.
  sql`with increments as (${COUNTING[ballot].increments(inserted)}),
    locked as (
      select id, more, more_private
      from increments join options on id = option_id order by id ${db.forUpdate})
  update options set vote_count = vote_count + more, private_votes = private_votes + more_private
  from locked where options.id = locked.id`;

/**
 * The votes of an option that were cast while its survey was private, as they are shown at `now`: a
 * column of a query that reads `options` and `surveys`.
 */
export const shownPrivateCount = (now: number): RawBuilder<number> =>
  sql`case when surveys.instant_results = 1 or surveys.expire_time <= ${now}
    then options.private_votes else options.shown_votes end`;

/**
 * The votes of an option as results show them at `now`, in the same kind of query: those cast in
 * public, once the survey has been public (R210). All numbers of votes that leave are made of it, but
 * for `surveys.counted_votes`, and for those cast in private, which then stand beside the results.
 */
export const shownCount = (now: number): RawBuilder<number> =>
  sql`case when surveys.was_public = 1 then options.vote_count - options.private_votes
    else ${shownPrivateCount(now)} end`;

/** How many votes results show of a survey at `now`: a column of a query that reads `surveys`. */
export const shownTotal = (ballot: Ballot, now: number): RawBuilder<number> =>
  sql`coalesce((select ${COUNTING[ballot].total(shownCount(now))} from options
    where survey_id = surveys.id), 0)`;

/** Whether results of a survey are shown in steps: it is private and always was. */
export const isInSteps = ({ in_steps, was_public }: Steps): boolean =>
  in_steps === 1 && was_public === 0;

interface Steps {
  in_steps: number;
  was_public: number;
}

/** Whether results of so many votes may be shown; of those shown in steps only from some votes on. */
export const isEnough = (survey: Steps, votes: number): boolean =>
  !isInSteps(survey) || votes >= SHOWN_FROM_VOTES;

/** The same of votes that were cast in private and stand beside the results. */
export const isEnoughApart = (
  { instant_results }: { instant_results: number },
  votes: number,
): boolean => instant_results === 1 || votes >= SHOWN_FROM_VOTES;

/**
 * Shows the votes that were cast in private since the last step, where there are enough of them that nobody can
 * tell whose they are (R206). `ids` is a table expression of surveys' ids.
 */
export async function showSteps(
  db: Database,
  tx: Transaction,
  ballot: Ballot,
  ids: RawBuilder<unknown>,
): Promise<void> {
  const { total } = COUNTING[ballot];
  const votes = total(sql`options.private_votes`);
  // Locked in id order, as by votes. All options of a survey, so that the next step counts from here.
  await sql`with locked as (
      select id from options where survey_id in (
        select survey_id from options join surveys on surveys.id = survey_id
        where survey_id in (select id from ${ids}) and surveys.in_steps = 1
        group by survey_id having ${votes} >= ${SHOWN_FROM_VOTES}
          and ${votes} - ${total(sql`options.shown_votes`)} >= ${SHOWN_STEP_VOTES})
      order by id ${db.forUpdate})
    update options set shown_votes = private_votes from locked where options.id = locked.id`.execute(
    tx,
  );
}

/** The shares that results show for these counters, in their order. */
export const sharesOf = (ballot: Ballot, counters: readonly number[]): number[] =>
  COUNTING[ballot].shares(counters);
