import { type RawBuilder, type SqlBool, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Statement } from "#server/db/database.ts";
import { NOT_REMOVED } from "#server/features/visibility/visibility.reads.ts";
import { joinVote } from "#server/features/voters/voters.reads.ts";
import type { OptionTally } from "./ballot-storage.reads.ts";
import { ballotOfSurvey, storageOf } from "./ballots.reads.ts";
import { shownCount, shownPrivateCount } from "./shown-counts.reads.ts";

/** An option of a ballot that counts choices: its votes, as `options` counts them, and choices. */
export interface Tallied {
  votes: number;
  private_votes: number;
  all_private: number;
  /** What results say of it at the moment, of votes as results show them and of those in private. */
  shown: OptionTally;
  apart: OptionTally;
}

/**
 * Returns the options of those of the surveys whose kind counts choices, by id. Votes and choices are
 * of one moment.
 */
export async function readTallies(
  db: Database,
  surveyIds: readonly number[],
  now: number,
): Promise<Map<number, Tallied>> {
  const rows = await db.query
    .selectFrom("options")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .leftJoin("choice_counts", "choice_counts.option_id", "options.id")
    .select(["options.id", ballotOfSurvey.as("ballot"), "value"])
    .select([shownCount(now).as("votes"), shownPrivateCount(now).as("private_votes")])
    .select("options.private_votes as all_private")
    .select(shownCount(now, "choice_counts").as("times"))
    .select(shownPrivateCount(now, "choice_counts").as("private_times"))
    .where(sql<SqlBool>`survey_id in (select id from ${idRows(db, surveyIds)})`)
    .execute();
  const tallied = new Map<number, Tallied>();
  for (const [id, values] of Map.groupBy(rows, (row) => row.id)) {
    const [first] = values;
    const tally = first && storageOf(first.ballot).tally;
    if (!tally) continue;
    const byValue = (timesOf: (row: (typeof values)[number]) => number | null) => {
      const times: number[] = [];
      for (const row of values) times[row.value ?? 0] = timesOf(row) ?? 0;
      return tally(times);
    };
    const { votes, private_votes, all_private } = first;
    tallied.set(id, {
      ...{ votes, private_votes, all_private },
      shown: byValue(({ times }) => times),
      apart: byValue(({ private_times }) => private_times),
    });
  }
  return tallied;
}

/** Selects the `id` of each option whose counted choices are not those of `choices`. */
const wrongChoices = (
  ofCounts: RawBuilder<SqlBool> = sql`true`,
  ofChoices: RawBuilder<SqlBool> = sql`true`,
): Statement =>
  sql`select option_id as id from (
      select option_id, value, vote_count as votes, private_votes from choice_counts
      where ${ofCounts}
      union all
      select choices.option_id, value, -count(*), -count(while_private) from choices
      ${joinVote(sql.ref("choices.survey_id"), sql.ref("choices.user_id"))}
      where ${ofChoices}
      group by choices.option_id, value) as counted
    group by option_id, value
    having sum(votes) <> 0 or sum(private_votes) <> 0`;

/** See `Feature.wrongCounters`. */
export const WRONG_CHOICE_COUNTERS = {
  // A removed survey loses its choices in batches, and its counters with the last of them.
  "an option's choices": sql`select wrong.id from (${wrongChoices()}) as wrong
    join options on options.id = wrong.id
    join surveys on surveys.id = options.survey_id and ${NOT_REMOVED}`,
  "an option's shown choices": sql`select option_id as id from choice_counts
    join options on options.id = option_id join surveys on surveys.id = survey_id
    where surveys.changeable_votes = 0 and choice_counts.shown_votes > choice_counts.private_votes
      or choice_counts.private_votes > choice_counts.vote_count`,
};

/** Whether options of this survey were chosen another number of times than their counters say. */
export async function hasOtherChoices(db: Database, surveyId: number): Promise<boolean> {
  const ofSurvey = sql<SqlBool>`choices.survey_id = ${surveyId}`;
  const ofOptions = sql<SqlBool>`option_id in (select id from options where survey_id = ${surveyId})`;
  const { rows } = await sql`${wrongChoices(ofOptions, ofSurvey)} limit 1`.execute(db.aside);
  return rows.length > 0;
}
