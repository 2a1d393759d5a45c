import { type SqlBool, sql } from "kysely";
import type * as z from "zod";
import type { AccountExport } from "#contract/endpoints/account-export.ts";
import { BATCH_ROWS, inBatches } from "#server/db/batches.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { ballotOfSurvey, IS_PLAIN, storageOf } from "#server/features/ballots/ballots.reads.ts";
import { receiptsOf } from "#server/features/receipts/receipts.ts";
import { openSigningKey, signReceipt } from "#server/features/receipts/signing-key.ts";
import { isForAgeOf, PUBLISHED } from "#server/features/visibility/visibility.reads.ts";
import { isVoteOf, type VoterId } from "#server/features/voters/voters.reads.ts";
import type { Sealer } from "#server/secret/sealer.ts";

/**
 * Somebody's votes in batches, with `choices` what they were for. Leaves out removed surveys, whose
 * votes and invitations stay for a while, and those that they are too young for.
 */
export function exportVotes(
  db: Database,
  sealer: Sealer,
  { voter, choices }: { voter: VoterId; choices: boolean },
) {
  const key = openSigningKey(sealer);
  return inBatches(
    0,
    async (last) => {
      const votes = await db.query
        .selectFrom("votes")
        .innerJoin("surveys", "surveys.id", "votes.survey_id")
        .innerJoin("options", "options.id", "votes.option_id")
        .select(["votes.survey_id", "surveys.question", "options.content as option"])
        .select(["while_private", "changeable", "no_opinion", "seal_state"])
        .where(isVoteOf(voter))
        .where(PUBLISHED)
        .where(isForAgeOf(db, voter))
        .where("votes.survey_id", ">", last)
        .orderBy("votes.survey_id")
        .limit(BATCH_ROWS)
        .execute();
      const chosen = choices ? await readChoices(db, voter, votes) : new Map<number, Choices>();
      return votes.map((vote) => ({ ...vote, chosen: chosen.get(vote.survey_id) }));
    },
    (vote) => vote.survey_id,
    ({ while_private, changeable, no_opinion, seal_state, option, chosen, ...vote }) => {
      const said = no_opinion === 1 ? { no_opinion: true as const } : { option };
      const receipt = receiptsOf(sealer, vote.survey_id).ofVoter(voter);
      return {
        ...vote,
        ...(choices && (chosen ? { choices: chosen } : said)),
        ...(while_private && { while_private: true as const }),
        receipt,
        // A vote that somebody added to the database after the seal must not get one.
        signed_receipt:
          seal_state === 1 ? null : signReceipt(key, vote.survey_id, receipt, changeable !== null),
      };
    },
  );
}

type Choices = NonNullable<z.output<typeof AccountExport>["votes"][number]["choices"]>;

/** Returns what votes with several options chose, by survey in the options' order. */
async function readChoices(
  db: Database,
  voter: VoterId,
  votes: readonly { survey_id: number }[],
): Promise<Map<number, Choices>> {
  const ids = idRows(
    db,
    votes.map(({ survey_id }) => survey_id),
  );
  const rows = await db.query
    .selectFrom("choices")
    .innerJoin("options", "options.id", "choices.option_id")
    .innerJoin("surveys", "surveys.id", "choices.survey_id")
    .select(["choices.survey_id", "content as option", "value", ballotOfSurvey.as("ballot")])
    .where("choices.user_id", "=", voter)
    .where(sql<SqlBool>`choices.survey_id in (select id from ${ids}) and not ${IS_PLAIN}`)
    .orderBy("choices.survey_id")
    .orderBy("position")
    .execute();
  const chosen = new Map<number, Choices>();
  for (const { survey_id, option, value, ballot } of rows) {
    const { valueName } = storageOf(ballot);
    const choice = { option, ...(valueName && { [valueName]: value }) };
    chosen.set(survey_id, [...(chosen.get(survey_id) ?? []), choice]);
  }
  return chosen;
}
