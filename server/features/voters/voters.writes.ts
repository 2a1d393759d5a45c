import { sql } from "kysely";
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

/** Gives votes the options that they are for from now on. */
export async function replaceOptions(
  db: Database,
  tx: Transaction,
  votes: readonly { survey_id: number; voter: VoterId; option_id: number }[],
): Promise<void> {
  if (votes.length === 0) return;
  const rows = db.rows(
    ["survey_id", "voter", "option_id"],
    votes.map(({ survey_id, voter, option_id }) => [survey_id, voter, option_id]),
  );
  await sql`update votes set option_id = input.option_id from ${rows}
    where votes.survey_id = input.survey_id and votes.user_id = input.voter`.execute(tx);
}

/** Deletes a vote, so that its voter may vote again. */
export const deleteVote = (
  tx: Transaction,
  { survey_id, voter }: { survey_id: number; voter: VoterId },
) =>
  tx.deleteFrom("votes").where("survey_id", "=", survey_id).where("user_id", "=", voter).execute();
