import { type RawBuilder, sql } from "kysely";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { type Ballot, COUNTING } from "./ballots.reads.ts";

/**
 * The statement that adds votes to the counters of their options. `inserted` is a table expression
 * with the columns `option_id` and `while_private`, one row per vote.
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
 * Shows the votes cast in private since the last step, if there are enough of them to hide whose
 * they are (R206). `ids` is a table expression of survey ids.
 */
export async function showSteps(
  db: Database,
  tx: Transaction,
  ballot: Ballot,
  ids: RawBuilder<unknown>,
): Promise<void> {
  const { total } = COUNTING[ballot];
  const votes = total(sql`options.private_votes`);
  // In id order, as votes lock. All options of a survey, so that the next step counts from here.
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
