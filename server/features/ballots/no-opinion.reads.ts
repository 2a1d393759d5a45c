import { type RawBuilder, sql } from "kysely";
import { NOT_REMOVED } from "#server/features/visibility/visibility.reads.ts";
import { shownCount, shownPrivateCount } from "./shown-counts.reads.ts";

// Votes without an option, as columns for queries that read `surveys`; null where a survey allows none.

const counted = (counter: RawBuilder<number>): RawBuilder<number | null> =>
  sql`case when surveys.allows_no_opinion = 1 then coalesce((select ${counter}
    from no_opinion_counts where no_opinion_counts.survey_id = surveys.id), 0) end`;

/** How many results show at `now`, as `shownCount` says of options. */
export const shownNoOpinions = (now: number) => counted(shownCount(now, "no_opinion_counts"));

/** Those cast while the survey was private, as shown at `now`. */
export const shownPrivateNoOpinions = (now: number) =>
  counted(shownPrivateCount(now, "no_opinion_counts"));

/** All of those. */
export const PRIVATE_NO_OPINIONS = counted(sql.ref("no_opinion_counts.private_votes"));

/** See `Feature.wrongCounters`. */
export const WRONG_NO_OPINION_COUNTERS = {
  // A removed survey loses its votes in batches, and its counter with the last of them.
  "a survey's votes without an opinion": sql`select counted.id from (
      select survey_id as id, vote_count as votes, private_votes from no_opinion_counts
      union all
      select survey_id, -count(*), -count(while_private) from votes
      where no_opinion = 1 group by survey_id) as counted
    join surveys on surveys.id = counted.id and ${NOT_REMOVED}
    group by counted.id having sum(votes) <> 0 or sum(private_votes) <> 0`,
  "a survey's shown votes without an opinion": sql`select survey_id as id from no_opinion_counts
    join surveys on surveys.id = survey_id
    where surveys.changeable_votes = 0 and shown_votes > private_votes
      or private_votes > vote_count`,
};
