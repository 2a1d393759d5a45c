import { ReceiptsCheck } from "#contract/proof/check-seal.ts";
import { isAnonymous } from "#server/features/voters/voters.reads.ts";
import { readReceipts } from "./receipts.reads.ts";
import { receiptsOf, sha256 } from "./receipts.ts";
import {
  differenceOfSeal,
  differenceOfTexts,
  differenceOfVotes,
  type SealOfSurvey,
} from "./seal-differences.reads.ts";
import type { Sealing } from "./sealing.ts";
import { ATTEMPTS } from "./sealing.ts";
import { isCounted, votesOf } from "./vote-rows.reads.ts";
import { addVote, type CountedVotes } from "./vote-scans.writes.ts";

/**
 * Compares a sealed survey whose receipts fit in memory. Returns what differs from what was signed,
 * null if nothing does, and undefined if `signal` was aborted.
 */
export async function compareAtOnce(
  sealing: Omit<Sealing, "log">,
  seal: SealOfSurvey,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<string | null | undefined> {
  const check = new ReceiptsCheck(sha256);
  const sealed = new Set<string>();
  for await (const slice of readReceipts(sealing.db, seal.surveyId)) {
    check.add(slice);
    // Receipts that somebody added may be more than fit in memory.
    if (sealed.size < sealing.votesAtOnce) for (const receipt of slice) sealed.add(receipt);
  }
  const difference =
    (await differenceOfSeal(sealing, seal, check)) ?? (await differenceOfTexts(sealing, seal, now));
  if (difference) return difference;
  for (let attempt = 1; ; attempt++) {
    const ofVotes = await compareVotes(sealing, seal, sealed, signal);
    if (signal.aborted) return undefined;
    // A vote that was made anonymous in the meantime was read twice.
    if (ofVotes === null || attempt === ATTEMPTS) return ofVotes;
  }
}

async function compareVotes(
  { db, sealer, key }: Omit<Sealing, "log">,
  { surveyId, signed: { document } }: SealOfSurvey,
  sealed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string | null> {
  const { ofVoter } = receiptsOf(sealer, surveyId);
  // Receipts made with an earlier secret can no longer be derived.
  const isDerived = document.key_id === key.publicKey.kid;
  const counts = new Map<string, CountedVotes>();
  let foreign = 0;
  for await (const votes of votesOf(db, surveyId)) {
    for (const vote of votes) {
      addVote(counts, vote);
      const isKnown =
        !isAnonymous(vote.voter) && isCounted(document.private_part, vote.while_private);
      if (isDerived && isKnown && !sealed.has(ofVoter(vote.voter))) foreign++;
    }
    if (signal.aborted) break;
  }
  return differenceOfVotes(document, [...counts.values()], foreign);
}
