import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { votesIn } from "#contract/proof/check-seal.ts";
import { isAnonymous } from "#server/features/voters/voters.reads.ts";
import type { Ended } from "./ended-surveys.reads.ts";
import { ReceiptShelves } from "./receipt-shelves.ts";
import { ReceiptCutter, type Slice } from "./receipt-slices.ts";
import { receiptsOf } from "./receipts.ts";
import { ATTEMPTS, type Sealing } from "./sealing.ts";
import { findLastHead, LeavesCheck, REMOVED, readLeaves } from "./tree-heads.reads.ts";
import { keptOf, RowCounts, votesOf } from "./vote-rows.reads.ts";

/**
 * Returns the slices of a survey whose receipts fit in memory, and the root over them. Returns
 * `differ` if votes and counters do not match, and `more` if `stop` was aborted.
 */
export async function sealAtOnce(
  sealing: Sealing,
  ended: Ended,
  stop: AbortSignal,
): Promise<{ root: string; slices: Slice[] } | "more" | "differ"> {
  const receipts = await gatherReceipts(sealing, ended, stop);
  if (stop.aborted) return "more";
  if (!receipts) return "differ";
  const cutter = new ReceiptCutter();
  const slices: Slice[] = [];
  for (const slice of cutter.add(receipts)) {
    slices.push(slice);
    await yieldToEventLoop();
  }
  const { last, root } = cutter.end();
  return { root, slices: [...slices, ...last] };
}

/**
 * Returns the sorted receipts of all votes that results show; undefined if an option's number of
 * votes is not what its counter says, or votes of a tree head are gone.
 */
async function gatherReceipts({ db, sealer, key, log }: Sealing, ended: Ended, stop: AbortSignal) {
  const { survey, private_part } = ended;
  const { ofVoter, unclaimed, leafOf } = receiptsOf(sealer, survey.id);
  const expected = votesIn(ended);
  const last = await findLastHead(db, survey.id);
  const earlier = last === "broken" ? last : await readLeaves({ db, key }, last);
  if (earlier === "broken") return undefined;
  for (let attempt = 0; attempt < ATTEMPTS && !stop.aborted; attempt++) {
    const counts = new RowCounts(private_part);
    const shelves = new ReceiptShelves();
    const leaves = new LeavesCheck(earlier);
    let [anonymous, kept] = [0, 0];
    for await (const votes of votesOf(db, survey.id)) {
      for (const vote of votes) {
        if (earlier.size > 0) leaves.add(isAnonymous(vote.voter) ? undefined : leafOf(vote.voter));
        if (!counts.add(vote)) continue;
        if (isAnonymous(vote.voter)) anonymous++;
        else shelves.add(ofVoter(vote.voter));
      }
      // Rows that somebody added are not kept in memory.
      if (stop.aborted || shelves.count + anonymous > 2 * expected) break;
    }
    for await (const receipts of keptOf(db, survey.id, private_part)) {
      for (const receipt of receipts) shelves.add(receipt);
      kept += receipts.length;
    }
    for (let i = kept; i < anonymous; i++) shelves.add(unclaimed(i));
    const sorted = await shelves.sorted();
    if (leaves.removed > 0 && !stop.aborted) {
      log.error({ survey_id: survey.id, removed: leaves.removed }, REMOVED);
      return undefined;
    }
    if (counts.fit(ended) && sorted.length === expected) return sorted;
  }
  return undefined;
}
