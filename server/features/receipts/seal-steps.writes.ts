import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { votesIn } from "#contract/proof/check-seal.ts";
import type { Database } from "#server/db/database.ts";
import { isAnonymous } from "#server/features/voters/voters.reads.ts";
import type { Ended } from "./ended-surveys.reads.ts";
import {
  deleteShelves,
  readShelf,
  SHELVES,
  storePart,
  writeSlices,
} from "./receipt-parts.writes.ts";
import { ReceiptShelves } from "./receipt-shelves.ts";
import { type CutReceipts, NONE_CUT, ReceiptCutter, type Slice } from "./receipt-slices.ts";
import { receiptsOf } from "./receipts.ts";
import type { Sealing } from "./sealing.ts";
import { ATTEMPTS } from "./sealing.ts";
import { isCounted, keptOf, RowCounts } from "./vote-rows.reads.ts";
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

/** Slices stored at once. */
const SLICES_AT_ONCE = 16;
const DERIVED_AT_ONCE = 1000;

interface SealState {
  stage: "votes" | "kept" | "unclaimed" | "merge" | "done";
  attempt: number;
  /** The survey's when the scan began; making a private survey public changes it. */
  private_part: Ended["private_part"];
  /** The number of steps that have stored receipts. */
  parts: number;
  kept: { last: string; count: number };
  /** The numbers of receipts that nobody was given. */
  unclaimed: { next: number; end: number };
  /** The number of shelves merged. */
  shelves: number;
  cut: CutReceipts;
  root: string;
}

const stateAt = (attempt: number, private_part: Ended["private_part"]): SealState => ({
  ...{ stage: "votes", attempt, private_part, parts: 0 },
  ...{ kept: { last: "", count: 0 }, unclaimed: { next: 0, end: 0 } },
  ...{ shelves: 0, cut: NONE_CUT, root: "" },
});

type SealScan = Scan<SealState>;

/**
 * Takes a step of gathering and storing the receipts of a survey whose votes do not fit in memory.
 * Returns the root over them once all slices are stored, `differ` if votes and counters do not
 * match, and `more` if steps are left. What a step has done is kept even if `stop` is aborted.
 */
export async function takeSealStep(
  sealing: Sealing,
  ended: Ended,
  stop: AbortSignal,
): Promise<{ root: string; slices: Slice[] } | "more" | "differ"> {
  const { db } = sealing;
  const key = { surveyId: ended.survey.id, purpose: "seal" } as const;
  const scan = await findScan<SealState>(db, key);
  const { private_part } = ended;
  if (!scan) await beginScan(db, key, stateAt(1, private_part));
  else if (scan.state.stage === "done") return { root: scan.state.root, slices: [] };
  else if (scan.state.private_part !== private_part)
    await restart(db, scan, stateAt(1, private_part));
  else if (!(await STEPS[scan.state.stage](sealing, scan, ended, stop))) {
    if (!(await isCurrent(db, scan))) return "more";
    const { attempt } = scan.state;
    if (attempt === ATTEMPTS) return "differ";
    await restart(db, scan, stateAt(attempt + 1, private_part));
  }
  return "more";
}

async function restart(db: Database, scan: SealScan, state: SealState): Promise<void> {
  await dropScan(db, scan);
  await beginScan(db, scan, state);
}

/** Each returns false if the numbers of votes do not match. */
const STEPS = { votes, kept, unclaimed, merge };

async function votes(
  { db, sealer, votesAtOnce }: Sealing,
  scan: SealScan,
  { survey }: Ended,
  stop: AbortSignal,
): Promise<boolean> {
  const { state } = scan;
  const { ofVoter } = receiptsOf(sealer, survey.id);
  const read = await readVotes(
    ...([db, scan, { atOnce: votesAtOnce, stop }] as const),
    ({ voter, while_private }) =>
      !isAnonymous(voter) && isCounted(state.private_part, while_private)
        ? ofVoter(voter)
        : undefined,
  );
  const stage = read.isLast ? "kept" : "votes";
  const to = {
    readDownTo: read.readDownTo,
    state: { ...state, stage, parts: state.parts + 1 },
  } as const;
  await advance(db, scan, to, (tx) => storeVotes(db, tx, { ...scan, part: state.parts }, read));
  return true;
}

async function kept({ db, votesAtOnce }: Sealing, scan: SealScan, ended: Ended, stop: AbortSignal) {
  const { state } = scan;
  const shelves = new ReceiptShelves();
  let [last, isLast] = [state.kept.last, true];
  for await (const receipts of keptOf(db, scan.surveyId, state.private_part, last)) {
    for (const receipt of receipts) shelves.add(receipt);
    last = receipts.at(-1) ?? last;
    isLast = shelves.count < votesAtOnce && !stop.aborted;
    if (!isLast) break;
  }
  const count = state.kept.count + shelves.count;
  const counts = await readCounts(db, scan);
  const rows = new RowCounts(state.private_part);
  for (const { votes, ...vote } of counts) rows.add(vote, votes);
  if (isLast && !rows.fit(ended)) return false;
  const anonymous = counts
    .filter((row) => row.anonymous === 1 && isCounted(state.private_part, row.while_private))
    .reduce((sum, { votes }) => sum + votes, 0);
  const next: SealState = {
    ...state,
    stage: isLast ? "unclaimed" : "kept",
    parts: state.parts + 1,
    kept: { last, count },
    unclaimed: { next: count, end: anonymous },
  };
  await advance(db, scan, { state: next }, (tx) =>
    storePart(db, tx, { ...scan, part: state.parts }, shelves),
  );
  return true;
}

async function unclaimed({ db, sealer, votesAtOnce }: Sealing, scan: SealScan, { survey }: Ended) {
  const { state } = scan;
  const { unclaimed } = receiptsOf(sealer, survey.id);
  const shelves = new ReceiptShelves();
  let { next, end } = state.unclaimed;
  for (; next < end && shelves.count < votesAtOnce; next++) {
    shelves.add(unclaimed(next));
    if (next % DERIVED_AT_ONCE === 0) await yieldToEventLoop();
  }
  const to: SealState = {
    ...state,
    stage: next < end ? "unclaimed" : "merge",
    parts: state.parts + 1,
    unclaimed: { next, end },
  };
  await advance(db, scan, { state: to }, (tx) =>
    storePart(db, tx, { ...scan, part: state.parts }, shelves),
  );
  return true;
}

async function merge({ db }: Sealing, scan: SealScan, ended: Ended, stop: AbortSignal) {
  const { state } = scan;
  const cutter = new ReceiptCutter(state.cut);
  const slices: Slice[] = [];
  let { shelves } = state;
  while (shelves < SHELVES.length && slices.length < SLICES_AT_ONCE) {
    for (const slice of cutter.add(await readShelf(db, scan, SHELVES[shelves] ?? ""))) {
      slices.push(slice);
      await yieldToEventLoop();
    }
    shelves++;
    if (stop.aborted) break;
  }
  const next: SealState = { ...state, shelves, cut: cutter.cut() };
  if (shelves === SHELVES.length) {
    const { last, count, root } = cutter.end();
    if (count !== votesIn(ended)) return false;
    slices.push(...last);
    Object.assign(next, { stage: "done", root });
  }
  await advance(db, scan, { state: next }, async (tx) => {
    await writeSlices(tx, scan.surveyId, slices);
    await deleteShelves(db, tx, scan, SHELVES.slice(state.shelves, shelves));
  });
  return true;
}
