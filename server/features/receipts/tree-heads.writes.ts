import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import {
  type Counted,
  countsOf,
  hasFewer,
  hashOfHead,
  type TreeHead,
} from "#contract/proof/tree-heads.ts";
import type { Transaction } from "#server/db/database.ts";
import { dayInTurkey, toTimestamp } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import type { Ended } from "./ended-surveys.reads.ts";
import { sha256 } from "./receipts.ts";
import type { Sealing } from "./sealing.ts";
import type { SigningKey } from "./signing-key.ts";
import {
  checkLeaves,
  findLastHead,
  leavesRoot,
  REMOVED,
  readOpenCounts,
} from "./tree-heads.reads.ts";

interface HeadTurn {
  now: number;
  signal: AbortSignal;
}

/** A round that was cut off begins again with surveys that it has already done. */
const LEAST_APART_MS = HOUR_MS / 2;

/** Signs a head of each open survey that got votes since its last one (R444, ADR-056). */
export async function signHeads(sealing: Sealing, turn: HeadTurn): Promise<void> {
  for (const day of [dayInTurkey(turn.now - DAY_MS), dayInTurkey(turn.now)]) {
    const surveys = await sealing.db.query
      .selectFrom("daily_votes")
      .select("survey_id")
      .where("day", "=", day)
      .execute();
    for (const { survey_id } of surveys) {
      await signHead(sealing, survey_id, turn).catch((error: unknown) => {
        sealing.log.error({ survey_id, err: error }, "cannot sign a tree head");
      });
      if (turn.signal.aborted) return;
      await yieldToEventLoop();
    }
  }
}

async function signHead(sealing: Sealing, surveyId: number, turn: HeadTurn): Promise<void> {
  const { db, log, key, votesAtOnce } = sealing;
  const open = await readOpenCounts(db, surveyId, turn.now);
  if (!open) return;
  const last = await findLastHead(db, surveyId);
  const refuse = () => log.error({ survey_id: surveyId }, REMOVED);
  if (last === "broken" || (last && hasFewer(last, open))) return refuse();
  const isRecent = last && turn.now - Date.parse(last.at) < LEAST_APART_MS;
  if (isRecent || allIn(open) === (last ? allIn(last) : 0)) return;
  const isRead = allIn(open) <= votesAtOnce;
  const check = isRead && (await checkLeaves(sealing, { surveyId, last }, turn.signal));
  if (turn.signal.aborted) return;
  if (check === "broken" || (check && check.removed > 0)) return refuse();
  const leaves = check ? await check.sorted() : [];
  const head = nextHead(key, surveyId, last, {
    ...open,
    at: toTimestamp(turn.now),
    root: check ? await leavesRoot(leaves) : null,
    is_last: false,
  });
  await transact(db, async (tx) => {
    if (await insertHead(tx, key, head)) await replaceLeaves(tx, surveyId, leaves);
  });
}

const allIn = ({ votes, no_opinion = 0 }: Counted) => votes + no_opinion;

/** Keeps the leaves of the last head alone: those of each head would show when votes were cast. */
const replaceLeaves = (
  tx: Pick<Transaction, "insertInto">,
  survey_id: number,
  sorted: readonly string[],
) => {
  const leaves = sorted.join("\n");
  return tx
    .insertInto("head_leaves")
    .values({ survey_id, leaves })
    .onConflict((conflict) => conflict.column("survey_id").doUpdateSet({ leaves }))
    .execute();
};

/** Returns the head that a seal ends with. */
export async function lastHeadOf(
  { db, key }: Pick<Sealing, "db" | "key">,
  ended: Ended,
  { root, at }: { root: string; at: string },
): Promise<TreeHead> {
  const { survey, while_private } = ended;
  const last = await findLastHead(db, survey.id);
  if (last === "broken") throw new Error(`The last tree head of survey ${survey.id} was changed.`);
  const state = { ...countsOf(ended, while_private), at, root, is_last: true };
  return nextHead(key, survey.id, last, state);
}

const nextHead = (
  { publicKey }: SigningKey,
  survey_id: number,
  before: TreeHead | undefined,
  state: Omit<TreeHead, "format" | "key_id" | "survey_id" | "number" | "previous">,
): TreeHead => ({
  ...{ format: "kanaat-tree-head/1", key_id: publicKey.kid, survey_id },
  number: (before?.number ?? 0) + 1,
  previous: before ? hashOfHead(sha256, before) : null,
  ...state,
});

/** Returns false, and changes nothing, where another server has signed one of this number. */
export async function insertHead(
  tx: Pick<Transaction, "insertInto">,
  { publicKey, sign }: SigningKey,
  head: TreeHead,
): Promise<boolean> {
  const document = canonicalJson(head);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("tree_heads")
    .values({
      ...{ survey_id: head.survey_id, number: head.number, document, signature: sign(document) },
      key_id: publicKey.kid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("signing_keys")
    .values({ key_id: publicKey.kid, x: publicKey.x })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return numInsertedOrUpdatedRows === 1n;
}
