import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { toHex } from "#contract/byte-texts.ts";
import { canonicalJson } from "#contract/canonical-json.ts";
import { receiptLeaf, votesIn } from "#contract/check-seal.ts";
import { SEALED_FROM_VOTES } from "#contract/limits.ts";
import { rootOf } from "#contract/merkle-tree.ts";
import type { SealedResults } from "#contract/sealed-results.ts";
import { idRows } from "#server/db/bulk.ts";
import { secretReplacedAt } from "#server/db/known-secret.ts";
import type { Database } from "#server/db/open.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import { deleteRowsOfSurvey } from "#server/features/surveys/survey-removal.writes.ts";
import type { Sealer } from "#server/sealer.ts";
import {
  type Ended,
  listToSeal,
  RowCounts,
  readEdits,
  readEnded,
  readKept,
  votesOf,
} from "./ended-surveys.reads.ts";
import { ReceiptShelves } from "./receipt-shelves.ts";
import { receiptsOf, SLICE_RECEIPTS, sha256 } from "./receipts.ts";
import type { SigningKey } from "./signing-key.ts";

/** Longer than any statement runs: a vote of the last moment is stored. */
export const SETTLE_MS = 120_000;
/** How often votes are read anew while accounts are being made anonymous beside. */
const ATTEMPTS = 3;
const SLICES_AT_ONCE = 16;

export interface Sealing {
  db: Database;
  sealer: Sealer;
  key: SigningKey;
  log: FastifyBaseLogger;
}

/** What `surveys.seal_state` says of a survey that is to be sealed. */
const [OPEN, DIFFERING, CLOSED] = [0, 2, 3] as const;
type SealState = typeof OPEN | typeof DIFFERING | typeof CLOSED;

/**
 * Seals surveys that ended some minutes ago (R288). It may be cut off at any point and run twice at once:
 * what it writes before a seal is the same each time, and of two seals the first stays. `retrying`
 * tries those again whose votes and counters differed.
 */
export async function sealEnded(
  sealing: Sealing,
  { now, signal, retrying = false }: { now: number; signal: AbortSignal; retrying?: boolean },
): Promise<void> {
  const states: SealState[] = retrying ? [DIFFERING] : [CLOSED, OPEN];
  for (const state of states) await sealAll(sealing, state, { now, signal });
}

async function sealAll(
  sealing: Sealing,
  state: SealState,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<void> {
  const endedBy = now - SETTLE_MS;
  let last = { expire_time: 0, id: 0 };
  while (!signal.aborted) {
    const ended = await listToSeal(sealing.db, state, endedBy, last);
    if (state !== DIFFERING && ended.length > 0) await closeToVotes(sealing.db, ended, endedBy);
    for (const { id } of ended) {
      await settle(sealing, id, now, signal);
      if (signal.aborted) return;
      await yieldToEventLoop();
    }
    const next = ended.at(-1);
    if (!next) return;
    last = next;
  }
}

/**
 * From here on no server takes a vote or a change, whatever its clock says, and what was under way is
 * stored: nothing can contradict the seal (R352).
 */
async function closeToVotes(db: Database, surveys: readonly { id: number }[], endedBy: number) {
  const ids = idRows(
    db,
    surveys.map(({ id }) => id),
  );
  await transact(db, async (tx) => {
    // Locked in id order, as by views, so that it cannot deadlock with them.
    await sql`select id from surveys where id in (select id from ${ids})
      order by id ${db.forUpdate}`.execute(tx);
    await sql`update surveys set seal_state = ${CLOSED} where id in (select id from ${ids})
      and seal_state = ${OPEN} and expire_time <= ${endedBy}`.execute(tx);
  });
  await transact(db, (tx) => db.writesEnded(tx, "votes"));
}

async function settle(sealing: Sealing, surveyId: number, now: number, stop: AbortSignal) {
  const { db, log } = sealing;
  const ended = await readEnded(db, surveyId, now);
  if (!ended) return;
  if (votesIn(ended) < SEALED_FROM_VOTES) await setState(db, surveyId, 1);
  else {
    const receipts = await gatherReceipts(sealing, ended, stop);
    if (stop.aborted) return;
    if (!receipts) {
      log.error({ survey_id: surveyId }, "votes and their counters differ: the end is not sealed");
      return setState(db, surveyId, 2);
    }
    await writeSeal(sealing, ended, receipts, now);
  }
  await deleteRowsOfSurvey(db, "kept_receipts", surveyId, stop);
}

/**
 * The receipts of all votes that results show, sorted. Undefined where there are not as many votes of each
 * option as its counter says.
 */
async function gatherReceipts({ db, sealer }: Sealing, ended: Ended, stop: AbortSignal) {
  const { survey, options, private_part } = ended;
  const { ofVoter, unclaimed } = receiptsOf(sealer, survey.id);
  for (let attempt = 0; attempt < ATTEMPTS && !stop.aborted; attempt++) {
    const counts = new RowCounts(private_part);
    const shelves = new ReceiptShelves();
    let anonymous = 0;
    for await (const votes of votesOf(db, survey.id, stop)) {
      for (const vote of votes) {
        if (!counts.add(vote)) continue;
        if (vote.user_id > 0) shelves.add(ofVoter(vote.user_id));
        else anonymous++;
      }
    }
    const kept = await readKept(db, survey.id, private_part);
    for (const receipt of kept) shelves.add(receipt);
    for (let i = kept.length; i < anonymous; i++) shelves.add(unclaimed(i));
    const sorted = await shelves.sorted();
    if (counts.fit(options) && sorted.length === votesIn(ended)) return sorted;
  }
  return undefined;
}

const setState = ({ query }: Database, surveyId: number, state: 1 | 2) =>
  query.updateTable("surveys").set({ seal_state: state }).where("id", "=", surveyId).execute();

async function writeSeal(
  { db, key }: Sealing,
  ended: Ended,
  receipts: readonly string[],
  now: number,
): Promise<void> {
  const { survey } = ended;
  const root = await writeSlices(db, survey.id, receipts);
  const renewedAt = await secretReplacedAt(db);
  const document: SealedResults = {
    format: "kanaat-sealed-results/1",
    key_id: key.publicKey.kid,
    ...ended,
    edits: await readEdits(db, survey.id),
    receipts: {
      ...{ count: receipts.length, root },
      renewed_at: renewedAt !== undefined && renewedAt > survey.start_time ? renewedAt : null,
    },
    sealed_at: toTimestamp(now),
  };
  const text = canonicalJson(document);
  await transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("surveys")
      .set({ seal_state: 1 })
      .where("id", "=", survey.id)
      // It may have been deleted meanwhile.
      .where("visibility", "is not", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await tx
      .insertInto("signing_keys")
      .values({ key_id: document.key_id, x: key.publicKey.x })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto("seals")
      .values({
        survey_id: survey.id,
        document: text,
        signature: key.sign(text),
        key_id: document.key_id,
        checked_at: now,
        difference: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Stores sorted receipts; answers the root over them, hexadecimal. */
async function writeSlices(db: Database, survey_id: number, receipts: readonly string[]) {
  const roots: Uint8Array[] = [];
  for (let from = 0; from < receipts.length; ) {
    const slices = [];
    for (; slices.length < SLICES_AT_ONCE && from < receipts.length; from += SLICE_RECEIPTS) {
      const slice = receipts.slice(from, from + SLICE_RECEIPTS);
      const leaves = slice.map((receipt) => receiptLeaf(sha256, receipt));
      const root = rootOf(sha256, leaves);
      const number = from / SLICE_RECEIPTS;
      slices.push({ survey_id, number, root: toHex(root), receipts: slice.join("\n") });
      roots.push(root);
      await yieldToEventLoop();
    }
    await db.query
      .insertInto("seal_slices")
      .values(slices)
      .onConflict((conflict) =>
        conflict.columns(["survey_id", "number"]).doUpdateSet((row) => ({
          root: row.ref("excluded.root"),
          receipts: row.ref("excluded.receipts"),
        })),
      )
      .execute();
  }
  return toHex(rootOf(sha256, roots));
}
