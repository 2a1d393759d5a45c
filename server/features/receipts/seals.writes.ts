import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { SEALED_FROM_VOTES } from "#contract/limits.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { votesIn } from "#contract/proof/check-seal.ts";
import type { SealedReport, SealedResults } from "#contract/proof/sealed-results.ts";
import { hashOfHead } from "#contract/proof/tree-heads.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { secretReplacedAt } from "#server/db/known-secret.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import { hasRounds } from "#server/features/ballots/ballots.reads.ts";
import { hasOtherChoices } from "#server/features/ballots/choices.reads.ts";
import { countAllRounds, storeRounds } from "#server/features/results/rounds.writes.ts";
import { deleteRowsOfSurvey } from "#server/features/surveys/survey-removal.writes.ts";
import { hasEndedAt, PUBLISHED } from "#server/features/visibility/visibility.reads.ts";
import { type Ended, hidesVotes, listToSeal, readEdits, readEnded } from "./ended-surveys.reads.ts";
import { writeSlices } from "./receipt-parts.writes.ts";
import type { Slice } from "./receipt-slices.ts";
import { SLICE_RECEIPTS, sha256 } from "./receipts.ts";
import { sealAtOnce } from "./seal-at-once.writes.ts";
import { takeSealStep } from "./seal-steps.writes.ts";
import { hashReport } from "./sealed-report-hash.reads.ts";
import type { Sealing } from "./sealing.ts";
import { hasLostVotes } from "./tree-heads.reads.ts";
import { insertHead, lastHeadOf } from "./tree-heads.writes.ts";
import { dropScan, listScans } from "./vote-scans.writes.ts";

/** Longer than any statement runs, so that a vote of the last moment is stored. */
const SETTLE_MS = 2 * MINUTE_MS;
/** Votes held in memory at once, with their receipts: some megabytes. */
export const VOTES_AT_ONCE = 65_536;

interface SealingTurn {
  now: number;
  signal: AbortSignal;
}

/** Values of `surveys.seal_state` for surveys still to be sealed. */
const [OPEN, DIFFERING, CLOSED] = [0, 2, 3] as const;
type SealState = typeof OPEN | typeof DIFFERING | typeof CLOSED;

/**
 * Seals surveys that ended some minutes ago (R288), and begins to seal those with very many votes,
 * which `goOnSealing` continues. It may be interrupted at any point and may run twice at once: what
 * it writes before a seal is always the same, and of two seals the first stays. `retrying` retries
 * those whose votes and counters differed.
 */
export async function sealEnded(
  sealing: Sealing,
  { retrying = false, ...turn }: SealingTurn & { retrying?: boolean },
): Promise<void> {
  const states: SealState[] = retrying ? [DIFFERING] : [CLOSED, OPEN];
  for (const state of states) await sealAll(sealing, state, turn);
}

async function sealAll(
  sealing: Sealing,
  state: SealState,
  { now, signal }: SealingTurn,
): Promise<void> {
  const begun = new Set(await listScans(sealing.db, "seal"));
  const endedBy = now - SETTLE_MS;
  let last = { expire_time: 0, id: 0 };
  while (!signal.aborted) {
    const ended = await listToSeal(sealing.db, state, endedBy, last);
    if (state !== DIFFERING && ended.length > 0) await closeToVotes(sealing.db, ended, endedBy);
    for (const { id } of ended) {
      if (!begun.has(id)) await settle(sealing, id, { now, signal });
      if (signal.aborted) return;
      await yieldToEventLoop();
    }
    const next = ended.at(-1);
    if (!next) return;
    last = next;
  }
}

/**
 * From then on no server accepts a vote or a change, whatever its clock says, and pending ones are
 * stored: nothing can contradict the seal (R352).
 */
async function closeToVotes(db: Database, surveys: readonly { id: number }[], endedBy: number) {
  const ids = idRows(
    db,
    surveys.map(({ id }) => id),
  );
  await transact(db, async (tx) => {
    // Locked in id order, as by views, to avoid deadlocks with them.
    await sql`select id from surveys where id in (select id from ${ids})
      order by id ${db.forUpdate}`.execute(tx);
    await sql`update surveys set seal_state = ${CLOSED} where id in (select id from ${ids})
      and seal_state = ${OPEN} and ${hasEndedAt(endedBy)}`.execute(tx);
  });
  await transact(db, (tx) => db.writesEnded(tx, "votes"));
}

/**
 * Takes steps of the surveys with very many votes in turn, so that none waits until another is
 * sealed (R381), until all are sealed or `signal` is aborted.
 */
export async function goOnSealing(sealing: Sealing, turn: SealingTurn): Promise<void> {
  while (!turn.signal.aborted) {
    const begun = await listScans(sealing.db, "seal");
    if (begun.length === 0) return;
    for (const id of begun) {
      if (turn.signal.aborted) return;
      const outcome = await settle(sealing, id, turn);
      if (outcome !== "more") await dropScan(sealing.db, { surveyId: id, purpose: "seal" });
      await yieldToEventLoop();
    }
  }
}

/** Returns `more` if the survey needs further steps. */
async function settle(sealing: Sealing, surveyId: number, { now, signal: stop }: SealingTurn) {
  const { db, log, votesAtOnce } = sealing;
  const ended = await readEnded(db, surveyId, now);
  if (!ended) return;
  const count = votesIn(ended);
  const { no_opinion: _, ...opinions } = ended;
  if (votesIn(opinions) < SEALED_FROM_VOTES || (await hidesVotes(db, surveyId, now)))
    await setState(db, surveyId, 1);
  else {
    const take = count > votesAtOnce ? takeSealStep : sealAtOnce;
    const hasLost =
      (await hasLostVotes(db, ended)) || (ended.ballot && (await hasOtherChoices(db, surveyId)));
    const outcome = hasLost ? "differ" : await take(sealing, ended, stop);
    if (outcome === "more") return outcome;
    if (outcome === "differ") {
      log.error({ survey_id: surveyId }, "votes and their counters differ: the end is not sealed");
      return setState(db, surveyId, 2);
    }
    await writeSeal(sealing, ended, outcome, now);
  }
  await deleteRowsOfSurvey(db, "kept_receipts", { receipt: "" }, surveyId, stop);
  await db.query.deleteFrom("head_leaves").where("survey_id", "=", surveyId).execute();
}

const setState = ({ query }: Database, surveyId: number, state: 1 | 2) =>
  query
    .updateTable("surveys")
    .set({ seal_state: state })
    .where("id", "=", surveyId)
    .where("seal_state", "<>", 1)
    .execute();

async function writeSeal(
  { db, key }: Sealing,
  ended: Ended,
  { root, slices }: { root: string; slices: readonly Slice[] },
  now: number,
): Promise<void> {
  const { survey } = ended;
  const count = votesIn(ended);
  const renewedAt = await secretReplacedAt(db);
  const sealed_at = toTimestamp(now);
  const head = await lastHeadOf({ db, key }, ended, { root, at: sealed_at });
  const edits = await readEdits(db, survey.id);
  const { ballot, voters } = ended;
  const ranked = { surveyId: survey.id, whilePrivate: ended.while_private };
  const ranking = ballot && hasRounds(ballot) ? await countAllRounds(db, ranked) : undefined;
  const documentWith = (report: SealedReport): SealedResults => ({
    ...(ballot && voters
      ? { format: "kanaat-sealed-results/3", ballot, voters, ...(ranking && { ranking }) }
      : { format: "kanaat-sealed-results/2" }),
    key_id: key.publicKey.kid,
    ...{ survey, options: ended.options, private_part: ended.private_part },
    ...(ended.no_opinion && { no_opinion: ended.no_opinion }),
    edits,
    receipts: {
      ...{ count, root },
      renewed_at: renewedAt !== undefined && renewedAt > survey.start_time ? renewedAt : null,
    },
    report,
    heads: { count: head.number, last: hashOfHead(sha256, head) },
    sealed_at,
  });
  await transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("surveys")
      .set({ seal_state: 1 })
      .where("id", "=", survey.id)
      // It may have been deleted, or sealed by another server, which deletes kept receipts.
      .where(PUBLISHED)
      .where("seal_state", "<>", 1)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    // From here on nobody else counts votes for an hour, takes a look or keeps rounds.
    if (ranking) await storeRounds(tx, ranked, ranking, true);
    const report = await hashReport({ ...db, query: tx }, survey.id, ended.while_private);
    const text = canonicalJson(documentWith(report));
    // Another server may have signed one meanwhile: the next round seals with the one after it.
    if (!(await insertHead(tx, key, head)))
      throw new Error(`Survey ${survey.id} has a newer head.`);
    // From here on nobody stores slices.
    await tx
      .deleteFrom("vote_scans")
      .where("survey_id", "=", survey.id)
      .where("purpose", "=", "seal")
      .execute();
    await writeSlices(tx, survey.id, slices);
    // An earlier attempt may have stored more.
    await tx
      .deleteFrom("seal_slices")
      .where("survey_id", "=", survey.id)
      .where("number", ">=", Math.ceil(count / SLICE_RECEIPTS))
      .execute();
    await tx
      .insertInto("seals")
      .values({
        survey_id: survey.id,
        document: text,
        signature: key.sign(text),
        key_id: key.publicKey.kid,
        checked_at: now,
        difference: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
