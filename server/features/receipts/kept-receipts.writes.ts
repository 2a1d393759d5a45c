import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { NOT_REMOVED } from "#server/features/visibility/visibility.reads.ts";
import type { VoterId } from "#server/features/voters/voters.reads.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import { receiptsOf } from "./receipts.ts";

interface Vote {
  survey_id: number;
  while_private: number | null;
}

/**
 * Stores the receipts of votes that are being made anonymous, since nobody can derive them
 * afterwards, unless the survey is already sealed. Neither voter nor option is stored with them.
 */
export async function keepReceipts(
  db: Database,
  tx: Transaction,
  sealer: Sealer,
  voter: VoterId,
  votes: readonly Vote[],
): Promise<void> {
  const receipts = db.rows(
    ["survey_id", "receipt", "while_private"],
    votes.map(({ survey_id, while_private }) => [
      survey_id,
      receiptsOf(sealer, survey_id).ofVoter(voter),
      while_private ?? 0,
    ]),
  );
  await sql`insert into kept_receipts (survey_id, receipt, while_private)
    select input.survey_id, input.receipt, nullif(input.while_private, 0) from ${receipts}
    join surveys on surveys.id = input.survey_id
    where ${NOT_REMOVED} and surveys.seal_state <> 1
    order by input.survey_id
    on conflict do nothing`.execute(tx);
}
