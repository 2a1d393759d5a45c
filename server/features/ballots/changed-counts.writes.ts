import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import type { VoterId } from "#server/db/tables/voter-id.ts";
import { established } from "./established-votes.reads.ts";

/** A vote that begins (1) or ceases (-1) to count for an option. */
export interface CountedVote {
  option_id: number;
  while_private: number | null;
  /** 1 where an established account cast it in private. */
  changeable: number;
  times: 1 | -1;
}

/** The same of what a vote for several options chose. */
export interface CountedChoice {
  survey_id: number;
  voter: VoterId;
  option_id: number;
  value: number;
  while_private: number | null;
  times: 1 | -1;
}

/** Adds to the counters of the options. */
export async function addToOptions(
  db: Database,
  tx: Transaction,
  votes: readonly CountedVote[],
): Promise<void> {
  const sums = summed(
    votes,
    ({ option_id }) => option_id,
    ({ while_private, changeable }) => [1, while_private ?? 0, changeable],
  );
  if (sums.length === 0) return;
  // Locked in id order, as other votes lock them.
  await sql`with locked as (
      select options.id, input.more, input.more_private, input.more_established
      from ${db.rows(["id", "more", "more_private", "more_established"], sums)}
      join options on options.id = input.id order by options.id ${db.forUpdate})
    update options set vote_count = vote_count + more, private_votes = private_votes + more_private,
      established_votes = ${established("options")} + more_established
    from locked where options.id = locked.id`.execute(tx);
}

/** Deletes what these voters chose on a survey, and returns it. */
export async function deleteChoices(
  { isOneOf }: Database,
  tx: Transaction,
  surveyId: number,
  voters: readonly VoterId[],
): Promise<{ voter: VoterId; option_id: number; value: number }[]> {
  const { rows } = await sql<{ voter: VoterId; option_id: number; value: number }>`
    delete from choices where survey_id = ${surveyId}
      and ${isOneOf(sql.ref("user_id"), sql`${voters.join()}`)}
    returning user_id as voter, option_id, value`.execute(tx);
  return rows;
}

export async function insertChoices(
  db: Database,
  tx: Transaction,
  choices: readonly CountedChoice[],
): Promise<void> {
  if (choices.length === 0) return;
  const rows = db.rows(
    ["survey_id", "voter", "option_id", "value"],
    choices.map(({ survey_id, voter, option_id, value }) => [survey_id, voter, option_id, value]),
  );
  await sql`insert into choices (survey_id, user_id, option_id, value)
    select survey_id, voter, option_id, value from ${rows}`.execute(tx);
}

/** Adds to the counters of options by value. */
export async function addToChoices(
  db: Database,
  tx: Transaction,
  choices: readonly CountedChoice[],
): Promise<void> {
  const sums = summed(
    choices,
    ({ option_id, value }) => `${option_id} ${value}`,
    (choice) => [1, choice.while_private ?? 0],
  ).map(([key, ...more]) => [...String(key).split(" ").map(Number), ...more]);
  if (sums.length === 0) return;
  // In the order of the key, as other votes write them.
  await sql`insert into choice_counts (option_id, value, vote_count, private_votes)
    select option_id, value, more, more_private
    from ${db.rows(["option_id", "value", "more", "more_private"], sums)}
    where true order by option_id, value
    on conflict (option_id, value) do update set
      vote_count = choice_counts.vote_count + excluded.vote_count,
      private_votes = choice_counts.private_votes + excluded.private_votes`.execute(tx);
}

/** Sums by key, as rows that begin with it; without those that come to nothing. */
export function summed<Item extends { times: 1 | -1 }, Key extends number | string>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  amountsOf: (item: Item) => readonly number[],
): (readonly (Key | number)[])[] {
  const byKey = Map.groupBy(items, keyOf);
  return [...byKey]
    .map(([key, same]) => {
      const sums: number[] = [];
      for (const item of same) {
        for (const [i, amount] of amountsOf(item).entries()) {
          sums[i] = (sums[i] ?? 0) + amount * item.times;
        }
      }
      return [key, ...sums] as const;
    })
    .filter(([, ...sums]) => sums.some((sum) => sum !== 0));
}
