import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { fromHex, toHex } from "#contract/proof/byte-texts.ts";
import { ReceiptsCheck } from "#contract/proof/check-seal.ts";
import { isAnonymous } from "#server/features/voters/voters.reads.ts";
import { deleteShelves, readShelf, type ScanKey, SHELVES } from "./receipt-parts.writes.ts";
import { readSlice } from "./receipts.reads.ts";
import { receiptsOf, SLICE_RECEIPTS, sha256 } from "./receipts.ts";
import {
  differenceOfSeal,
  differenceOfTexts,
  differenceOfVotes,
  type SealOfSurvey,
} from "./seal-differences.reads.ts";
import type { Sealing } from "./sealing.ts";
import { ATTEMPTS } from "./sealing.ts";
import { isCounted } from "./vote-rows.reads.ts";
import {
  advance,
  beginScan,
  dropScan,
  findScan,
  isCurrent,
  readCounts,
  readVotes,
  type Scan,
  storeVotes,
} from "./vote-scans.writes.ts";

/** Shelves compared per step. */
const SHELVES_AT_ONCE = 16;

interface CompareState {
  stage: "receipts" | "votes" | "merge" | "done";
  attempt: number;
  /** How many slices were checked, and the state of that check. */
  slices: number;
  checked?: { count: number; roots: string[]; last: string; areReceipts: boolean };
  /** The number of steps that have stored receipts. */
  parts: number;
  /** The number of shelves compared. */
  shelves: number;
  /** The slice in which the next shelf begins. */
  slice: number;
  /** Votes whose receipts are not among the signed ones. */
  foreign: number;
}

const BEGIN: CompareState = {
  ...{ stage: "receipts", attempt: 1, slices: 0, parts: 0 },
  ...{ shelves: 0, slice: 0, foreign: 0 },
};

type Parts = Omit<Sealing, "log">;
type CompareScan = Scan<CompareState>;
interface CompareTurn extends Pick<ScanKey, "purpose"> {
  now: number;
  signal: AbortSignal;
}

/**
 * Takes a step of comparing a sealed survey whose votes do not fit in memory. Returns what differs
 * from what was signed, null if nothing does, and undefined if steps are left.
 */
export async function takeCompareStep(
  parts: Parts,
  seal: SealOfSurvey,
  turn: CompareTurn,
): Promise<string | null | undefined> {
  const { db } = parts;
  const key = { surveyId: seal.surveyId, purpose: turn.purpose };
  const scan = await findScan<CompareState>(db, key);
  if (!scan) {
    await beginScan(db, key, BEGIN);
    return undefined;
  }
  const difference = await takeStep(parts, scan, seal, turn);
  if (difference === undefined) return undefined;
  if (difference !== null && !(await isCurrent(db, scan))) return undefined;
  await dropScan(db, key);
  const isRetried = difference !== null && scan.state.stage === "done";
  if (!isRetried || scan.state.attempt === ATTEMPTS) return difference;
  // A server on an earlier version may have made a vote anonymous that was already read.
  await beginScan(db, key, { ...BEGIN, stage: "votes", attempt: scan.state.attempt + 1 });
  return undefined;
}

async function takeStep(
  parts: Parts,
  scan: CompareScan,
  seal: SealOfSurvey,
  { now, signal }: CompareTurn,
): Promise<string | null | undefined> {
  const { stage, foreign } = scan.state;
  if (stage === "receipts") return checkReceipts(parts, scan, seal, signal);
  if (stage === "votes") await readNextVotes(parts, scan, seal, signal);
  else if (stage === "merge") await mergeShelves(parts, scan, signal);
  else {
    const ofTexts = await differenceOfTexts(parts, seal, now);
    const counts = await readCounts(parts.db, scan);
    return ofTexts ?? differenceOfVotes(seal.signed.document, counts, foreign);
  }
  return undefined;
}

async function checkReceipts(
  { db, key, votesAtOnce }: Parts,
  scan: CompareScan,
  seal: SealOfSurvey,
  stop: AbortSignal,
): Promise<string | undefined> {
  const { state } = scan;
  const check = new ReceiptsCheck(sha256, state.checked && checkedFrom(state.checked));
  let [{ slices }, isLast] = [state, false];
  while (!isLast && (slices - state.slices) * SLICE_RECEIPTS < votesAtOnce) {
    const receipts = await readSlice(db.query, seal.surveyId, slices);
    check.add(receipts);
    if (receipts.length > 0) slices++;
    else isLast = true;
    await yieldToEventLoop();
    if (stop.aborted) break;
  }
  const difference = isLast ? await differenceOfSeal({ db, key }, seal, check) : null;
  if (difference) return difference;
  const { tree, last, areReceipts } = check.checked();
  const checked = { count: tree.count, roots: tree.roots.map(toHex), last, areReceipts };
  const stage = isLast ? "votes" : "receipts";
  await advance(db, scan, { state: { ...state, stage, slices, checked } }, async () => undefined);
  return undefined;
}

const checkedFrom = ({ count, roots, ...rest }: NonNullable<CompareState["checked"]>) => ({
  tree: { count, roots: roots.map(fromHex) },
  ...rest,
});

async function readNextVotes(
  { db, sealer, key, votesAtOnce }: Parts,
  scan: CompareScan,
  { surveyId, signed: { document } }: SealOfSurvey,
  stop: AbortSignal,
): Promise<void> {
  const { state } = scan;
  const { ofVoter } = receiptsOf(sealer, surveyId);
  // Receipts made with an earlier secret can no longer be derived.
  const isDerived = document.key_id === key.publicKey.kid;
  const read = await readVotes(
    ...([db, scan, { atOnce: votesAtOnce, stop }] as const),
    ({ voter, while_private }) => {
      const isKnown = !isAnonymous(voter) && isCounted(document.private_part, while_private);
      return isDerived && isKnown ? ofVoter(voter) : undefined;
    },
  );
  const stage = read.isLast ? "merge" : "votes";
  const next: CompareState = { ...state, stage, parts: state.parts + 1 };
  await advance(db, scan, { readDownTo: read.readDownTo, state: next }, (tx) =>
    storeVotes(db, tx, { ...scan, part: state.parts }, read),
  );
}

async function mergeShelves({ db }: Parts, scan: CompareScan, stop: AbortSignal): Promise<void> {
  const { state } = scan;
  let { shelves, slice, foreign } = state;
  let receipts = await readSlice(db.query, scan.surveyId, slice);
  while (shelves < SHELVES.length && shelves - state.shelves < SHELVES_AT_ONCE) {
    const name = SHELVES[shelves] ?? "";
    const sealed = new Set<string>();
    for (;;) {
      for (const receipt of receipts) if (receipt.startsWith(name)) sealed.add(receipt);
      const last = receipts.at(-1)?.slice(0, 2);
      if (last === undefined || last > name) break;
      receipts = await readSlice(db.query, scan.surveyId, ++slice);
      await yieldToEventLoop();
    }
    const derived = await readShelf(db, scan, name);
    foreign += derived.filter((receipt) => !sealed.has(receipt)).length;
    shelves++;
    await yieldToEventLoop();
    if (stop.aborted) break;
  }
  const stage = shelves === SHELVES.length ? "done" : "merge";
  const next: CompareState = { ...state, stage, shelves, slice, foreign };
  await advance(db, scan, { state: next }, (tx) =>
    deleteShelves(db, tx, scan, SHELVES.slice(state.shelves, shelves)),
  );
}
