import { type RawBuilder, sql } from "kysely";
import type { NoOpinionVote } from "#contract/ballots/vote.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { VoteStorage } from "./ballot-storage.reads.ts";
import { type CountedVote, summed } from "./changed-counts.writes.ts";

/**
 * Votes without an option. Their rows name the survey's first one, for the foreign key, and are in
 * none of its counters (ADR-074).
 */
export const noOpinionStorage: VoteStorage<NoOpinionVote> = {
  isOpinion: false,
  columns: [],
  values: () => [],
  offered: () => sql`options as offered on offered.survey_id = input.survey_id
    and offered.id = (select min(id) from options where options.survey_id = input.survey_id)`,
  counts: (db, inserted) => [
    // The options are locked first, as by other votes, which keeps their texts from changing.
    sql`with increments as (
        select survey_id as counted_in, option_id, count(*) as more,
          count(nullif(while_private, 0)) as more_private
        from ${inserted} group by survey_id, option_id),
      locked as (
        select counted_in, more, more_private
        from increments join options on id = option_id order by id ${db.forUpdate})
      insert into no_opinion_counts (survey_id, vote_count, private_votes)
      select counted_in, more, more_private from locked where true order by counted_in ${ADDED}`,
  ],
};

const ADDED: RawBuilder<unknown> = sql`on conflict (survey_id) do update set
  vote_count = no_opinion_counts.vote_count + excluded.vote_count,
  private_votes = no_opinion_counts.private_votes + excluded.private_votes`;

/** Adds to the surveys' counters; call it after the other counters are locked. */
export async function addToNoOpinions(
  db: Database,
  tx: Transaction,
  votes: readonly (CountedVote & { survey_id: number })[],
): Promise<void> {
  const sums = summed(
    votes,
    ({ survey_id }) => survey_id,
    ({ while_private }) => [1, while_private ?? 0],
  );
  if (sums.length === 0) return;
  const rows = db.rows(["survey_id", "more", "more_private"], sums);
  await sql`insert into no_opinion_counts (survey_id, vote_count, private_votes)
    select survey_id, more, more_private from ${rows} where true order by survey_id ${ADDED}`.execute(
    tx,
  );
}
