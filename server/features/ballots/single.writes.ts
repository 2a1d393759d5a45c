import { type RawBuilder, sql } from "kysely";
import type { SingleVote } from "#contract/ballots/vote.ts";
import type { Database } from "#server/db/database.ts";
import type { BallotStorage, ChoiceLimits } from "./ballot-storage.reads.ts";
import { noteCohorts } from "./cohorts.writes.ts";
import { established } from "./established-votes.reads.ts";

export const UNLIMITED: ChoiceLimits = { min_choices: null, max_choices: null };

/** Each voter chooses one option, stored in the vote's row. */
export const singleStorage: BallotStorage<SingleVote> = {
  isPlain: true,
  limits: () => UNLIMITED,
  columns: ["option_id"],
  values: ({ survey_option_id }) => [survey_option_id],
  offered: () => sql`options as offered
    on offered.survey_id = input.survey_id and offered.id = input.option_id`,
  counts: (db, inserted, now) => [countVotes(db, inserted), noteCohorts(inserted, now)],
};

/** The statement that adds votes to the counters of the options that their rows name. */
export const countVotes = (db: Database, inserted: RawBuilder<unknown>): RawBuilder<unknown> =>
  // Locked in id order, so that two processes committing at once cannot deadlock.
  sql`with increments as (
      select option_id, count(*) as more, count(nullif(while_private, 0)) as more_private,
        count(nullif(established, 0)) as more_established
      from ${inserted} group by option_id),
    locked as (
      select id, more, more_private, more_established
      from increments join options on id = option_id order by id ${db.forUpdate})
  update options set vote_count = vote_count + more, private_votes = private_votes + more_private,
    established_votes = ${established("options")} + more_established
  from locked where options.id = locked.id`;
