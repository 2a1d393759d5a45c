import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { checkSignature, type ReceiptsCheck, votesIn } from "#contract/proof/check-seal.ts";
import type { SealedResults, Signed } from "#contract/proof/sealed-results.ts";
import { checkHeads, type SignedHead, type TreeHead } from "#contract/proof/tree-heads.ts";
import type { Database } from "#server/db/database.ts";
import { hasOtherChoices } from "#server/features/ballots/choices.reads.ts";
import { countAllRounds } from "#server/features/results/rounds.writes.ts";
import { readEdits } from "./ended-surveys.reads.ts";
import { isOther } from "./receipts.reads.ts";
import { nodeTools, sha256 } from "./receipts.ts";
import type { Sealing } from "./sealing.ts";
import { readTrustedKeys } from "./signing-keys.reads.ts";
import { listHeads } from "./tree-heads.reads.ts";
import { isCounted, RowCounts, type VoteRow } from "./vote-rows.reads.ts";

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
  { db, key }: Pick<Sealing, "db" | "key">,
  { surveyId, signed: { document } }: SealOfSurvey,
  now: number,
): Promise<string | null> {
  if (await isOther(db, document, now))
    return "the question, an option, a time, a counter or the report";
  if (await hasOtherHeads({ db, key }, document)) return "the tree heads";
  if ("ballot" in document && (await hasOtherChoices(db, surveyId))) return "the choices of votes";
  if (await hasOtherRankings(db, document)) return "the rankings";
  const edits = (await readEdits(db, surveyId)).slice(0, document.edits.length);
  return canonicalJson(edits) === canonicalJson(document.edits)
    ? null
    : "the changes of the survey";
}

/** Whether rankings, counted again, have other rounds than were signed. */
async function hasOtherRankings(db: Database, document: SealedResults): Promise<boolean> {
  if (!("ranking" in document && document.ranking)) return false;
  const { survey, report } = document;
  const part = { surveyId: survey.id, whilePrivate: report.while_private };
  return canonicalJson(await countAllRounds(db, part)) !== canonicalJson(document.ranking);
}

/** Whether the tree heads do not lead to the seal, or one of them is not as it was signed. */
async function hasOtherHeads(
  { db, key }: Pick<Sealing, "db" | "key">,
  document: SealedResults,
): Promise<boolean> {
  if (document.format === "kanaat-sealed-results/1") return false;
  const trustedKeys = await readTrustedKeys(db, key.publicKey);
  const { survey, heads } = document;
  const documents: TreeHead[] = [];
  for (let page: SignedHead[] = []; ; ) {
    page = await listHeads(db, survey.id, (documents.at(-1)?.number ?? 0) + 1).catch(() => []);
    for (const head of page) {
      const findings = await checkSignature(head, { ...nodeTools, trustedKeys });
      if (findings.length > 0) return true;
      documents.push(head.document);
    }
    if (page.length === 0) break;
  }
  const { findings } = checkHeads(sha256, documents, document);
  const isComplete = documents.every(({ number }, i) => number === i + 1);
  return !isComplete || documents.length !== heads.count || findings.length > 0;
}

/** The same for its votes; `foreign` counts those without a receipt among the signed ones. */
export function differenceOfVotes(
  sealed: SealedResults,
  counted: readonly (Omit<VoteRow, "voter"> & { votes: number })[],
  foreign: number,
): string | null {
  const { private_part } = sealed;
  const counts = new RowCounts(private_part);
  for (const { votes, ...vote } of counted) counts.add(vote, votes);
  const rows = counted
    .filter(({ while_private }) => isCounted(private_part, while_private))
    .reduce((sum, { votes }) => sum + votes, 0);
  const expected = votesIn(sealed);
  if (foreign > 0) return `${foreign} votes without a receipt among those that were signed`;
  if (rows !== expected) return `${rows} votes instead of ${expected}`;
  return counts.fit(sealed) ? null : "the votes of an option";
}
