import { BATCH_ROWS, inBatches } from "#server/db/batches.ts";
import type { Database } from "#server/db/database.ts";
import { receiptsOf } from "#server/features/receipts/receipts.ts";
import { openSigningKey, signReceipt } from "#server/features/receipts/signing-key.ts";
import { PUBLISHED } from "#server/features/visibility/visibility.reads.ts";
import { isVoteOf, type VoterId } from "#server/features/voters/voters.reads.ts";
import type { Sealer } from "#server/secret/sealer.ts";

/**
 * Somebody's votes in batches, with `choices` what they were for. Leaves out removed surveys, whose
 * votes and invitations stay for a while.
 */
export function exportVotes(
  db: Database,
  sealer: Sealer,
  { voter, choices }: { voter: VoterId; choices: boolean },
) {
  const key = openSigningKey(sealer);
  return inBatches(
    0,
    (last) =>
      db.query
        .selectFrom("votes")
        .innerJoin("surveys", "surveys.id", "votes.survey_id")
        .innerJoin("options", "options.id", "votes.option_id")
        .select(["votes.survey_id", "surveys.question", "options.content as option"])
        .select(["while_private", "seal_state"])
        .where(isVoteOf(voter))
        .where(PUBLISHED)
        .where("votes.survey_id", ">", last)
        .orderBy("votes.survey_id")
        .limit(BATCH_ROWS)
        .execute(),
    (vote) => vote.survey_id,
    ({ while_private, seal_state, option, ...vote }) => {
      const receipt = receiptsOf(sealer, vote.survey_id).ofVoter(voter);
      return {
        ...vote,
        ...(choices && { option }),
        ...(while_private && { while_private: true as const }),
        receipt,
        // A vote that somebody added to the database after the seal must not get one.
        signed_receipt: seal_state === 1 ? null : signReceipt(key, vote.survey_id, receipt),
      };
    },
  );
}
