import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import type { VoterId } from "#server/db/tables/voter-id.ts";

/** Gives votes of one voter, each on another survey, the voters that they become. */
export async function replaceVoter(
  db: Database,
  tx: Transaction,
  voter: VoterId,
  votes: readonly { survey_id: number; becomes: VoterId }[],
): Promise<void> {
  const rows = db.rows(
    ["survey_id", "becomes"],
    votes.map(({ survey_id, becomes }) => [survey_id, becomes]),
  );
  await sql`update votes set user_id = input.becomes from ${rows}
    where votes.survey_id = input.survey_id and votes.user_id = ${voter}`.execute(tx);
}

/** Gives votes the options that their rows name from now on (`next`), for which they are if `isOpinion`. */
export async function replaceOptions(
  db: Database,
  tx: Transaction,
  votes: readonly { survey_id: number; voter: VoterId; next: number }[],
  isOpinion: boolean,
): Promise<void> {
  if (votes.length === 0) return;
  const rows = db.rows(
    ["survey_id", "voter", "option_id"],
    votes.map(({ survey_id, voter, next }) => [survey_id, voter, next]),
  );
  await sql`update votes set option_id = input.option_id,
      no_opinion = ${isOpinion ? sql`null` : sql.lit(1)} from ${rows}
    where votes.survey_id = input.survey_id and votes.user_id = input.voter`.execute(tx);
}

/**
 * The same as a part of a statement: `votes` is a table expression with the columns `survey_id`,
 * `voter` and `next`, of votes that name an option already.
 */
export const moveVotes = (votes: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`update votes set option_id = moving.next from ${votes} as moving
    where votes.survey_id = moving.survey_id and votes.user_id = moving.voter`;

/** Deletes votes on a survey, so that their voters may vote again. */
export async function deleteVotes(
  { isOneOf }: Database,
  tx: Transaction,
  surveyId: number,
  voters: readonly VoterId[],
): Promise<void> {
  await sql`delete from votes where survey_id = ${surveyId}
    and ${isOneOf(sql.ref("user_id"), sql`${voters.join()}`)}`.execute(tx);
}
