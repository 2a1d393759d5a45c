import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { checkSignature, type ReceiptsCheck, votesIn } from "#contract/proof/check-seal.ts";
import type { SealedResults, Signed } from "#contract/proof/sealed-results.ts";
import type { Database } from "#server/db/database.ts";
import { isCounted, RowCounts, readEdits, type VoteRow } from "./ended-surveys.reads.ts";
import { isOther } from "./receipts.reads.ts";
import { nodeTools } from "./receipts.ts";
import type { Sealing } from "./sealing.ts";
import { readTrustedKeys } from "./signing-keys.reads.ts";

export interface SealOfSurvey {
  surveyId: number;
  signed: Signed;
}

/** Returns in English what is wrong with a seal by itself; null if nothing is. */
export async function differenceOfSeal(
  { db, key }: Pick<Sealing, "db" | "key">,
  { surveyId, signed }: SealOfSurvey,
  receipts: ReceiptsCheck,
): Promise<string | null> {
  const trustedKeys = await readTrustedKeys(db, key.publicKey);
  const findings = [
    ...(await checkSignature(signed, { ...nodeTools, trustedKeys })),
    ...receipts.findings(signed.document),
  ];
  if (signed.document.survey.id !== surveyId) findings.push("unreadable");
  return findings.length > 0 ? `the seal does not hold: ${findings.join(", ")}` : null;
}

/** Returns which texts, times, counters or changes differ from those signed; null if none do. */
export async function differenceOfTexts(
  db: Database,
  { surveyId, signed: { document } }: SealOfSurvey,
  now: number,
): Promise<string | null> {
  if (await isOther(db, document, now)) return "the question, an option, a time or a counter";
  const edits = (await readEdits(db, surveyId)).slice(0, document.edits.length);
  return canonicalJson(edits) === canonicalJson(document.edits)
    ? null
    : "the changes of the survey";
}

/** The same for its votes; `foreign` counts those without a receipt among the signed ones. */
export function differenceOfVotes(
  { options, private_part }: SealedResults,
  counted: readonly (Omit<VoteRow, "voter"> & { votes: number })[],
  foreign: number,
): string | null {
  const counts = new RowCounts(private_part);
  for (const { votes, ...vote } of counted) counts.add(vote, votes);
  const rows = counted
    .filter(({ while_private }) => isCounted(private_part, while_private))
    .reduce((sum, { votes }) => sum + votes, 0);
  const expected = votesIn({ options });
  if (foreign > 0) return `${foreign} votes without a receipt among those that were signed`;
  if (rows !== expected) return `${rows} votes instead of ${expected}`;
  return counts.fit(options) ? null : "the votes of an option";
}
