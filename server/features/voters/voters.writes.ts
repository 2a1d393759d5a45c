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
