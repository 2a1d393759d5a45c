import { type RawBuilder, sql } from "kysely";
import type { Vote } from "#contract/ballots/vote.ts";
import type { Database } from "#server/db/database.ts";
import type { VoterId } from "#server/db/tables/voter-id.ts";
import type { BallotStorage } from "./ballot-storage.reads.ts";
import { noteCohorts } from "./cohorts.writes.ts";
import { countVotes } from "./single.writes.ts";

/** An option that a vote chose, with its row's value in `choices`. */
export type ChosenOption = readonly [optionId: number, value: number];

/**
 * Votes with several options, stored in `choices` beside the vote's row, which names the first of
 * them. Options' own counters are by that one, so that they add up to the number of voters (ADR-069).
 */
export const choiceStorage = <V extends Vote>(
  chosenIn: (vote: V) => readonly ChosenOption[],
): Omit<BallotStorage<V>, "limits"> => ({
  chosen: chosenIn,
  columns: ["option_id", "chosen", "chosen_count"],
  values(vote) {
    const ids = chosenIn(vote).map(([id]) => id);
    return [ids[0] ?? 0, ids.join(), ids.length];
  },
  offered: ({ isOneOf }) => sql`options as offered
    on offered.survey_id = input.survey_id and offered.id = input.option_id
    and (select count(*) from options as chosen where chosen.survey_id = input.survey_id
      and ${isOneOf(sql.ref("chosen.id"), sql.ref("input.chosen"))}) = input.chosen_count`,
  fits: sql`(input.chosen_count >= coalesce(surveys.min_choices, 1)
    and input.chosen_count <= coalesce(surveys.max_choices, input.chosen_count))`,
  counts(db, inserted, now, votes) {
    const rows = votes.flatMap(({ vote, voter }) =>
      chosenIn(vote).map(
        ([optionId, value]) => [vote.survey_id, voter.id, optionId, value] as const,
      ),
    );
    const chosen = chosenBy(db, inserted, rows);
    // PostgreSQL locks the options first, as steps do.
    return [
      sql`insert into choices (survey_id, user_id, option_id, value)
        select survey_id, user_id, chosen_id, value from ${chosen}`,
      countChoices(chosen),
      noteCohorts(inserted, now),
      countVotes(db, inserted),
    ];
  },
});

/** Those of these choices whose votes were inserted, with what is known of the vote. */
const chosenBy = (
  db: Database,
  inserted: RawBuilder<unknown>,
  rows: readonly (readonly [surveyId: number, voter: VoterId, optionId: number, value: number])[],
) => sql`(select made.*, asked.chosen_id, asked.value
  from (select asked_in, asked_by, chosen_id, value from ${db.rows(["asked_in", "asked_by", "chosen_id", "value"], rows)}) as asked
  join (select survey_id, user_id, option_id, while_private, established, changeable
    from ${inserted}) as made
    on made.survey_id = asked.asked_in and made.user_id = asked.asked_by) as chosen`;

const countChoices = (chosen: RawBuilder<unknown>) =>
  // In the order of the key, so that two processes committing at once cannot deadlock.
  sql`insert into choice_counts (option_id, value, vote_count, private_votes)
    select chosen_id, value, count(*), count(nullif(while_private, 0))
    from ${chosen} where true group by chosen_id, value order by chosen_id, value
    on conflict (option_id, value) do update set
      vote_count = choice_counts.vote_count + excluded.vote_count,
      private_votes = choice_counts.private_votes + excluded.private_votes`;
